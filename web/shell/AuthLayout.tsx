import { AuthFrame, type AuthFrameProps } from './AuthFrame.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** Around every sign-in page. */
export const AuthLayout = (props: AuthFrameProps) => <AuthFrame {...props} corner={<ThemeSwitch />} />
