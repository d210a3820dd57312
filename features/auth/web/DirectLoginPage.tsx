import { community } from '../../../web/boot.ts'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { LoginForm } from './LoginForm.tsx'

export default function DirectLoginPage() {
  return (
    <AuthLayout communityName={community.name}>
      <LoginForm />
    </AuthLayout>
  )
}
