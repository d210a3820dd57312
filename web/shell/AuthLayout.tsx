import { AuthFrame, type AuthFrameProps } from './AuthFrame.tsx'
import { ConnectionMark } from './ConnectionMark.tsx'
import { HeldNotice } from './HeldNotice.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** The layout of every sign-in page. */
export const AuthLayout = ({ children, ...frame }: AuthFrameProps) => (
  <AuthFrame
    {...frame}
    corner={
      <>
        <ConnectionMark />
        <ThemeSwitch />
      </>
    }
  >
    <HeldNotice className="mb-5" />
    {children}
  </AuthFrame>
)
