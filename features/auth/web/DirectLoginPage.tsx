import { community } from '../../../web/api/boot.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { LoginForm } from './LoginForm.tsx'
import { SessionEnded } from './SessionEnded.tsx'
import { SecondStep } from './second-step/SecondStep.tsx'

export default function DirectLoginPage() {
  const { status } = useAuth()
  return (
    <AuthLayout communityName={community.name}>
      {status === 'needs_second_factor' ? (
        <SecondStep />
      ) : (
        <>
          <SessionEnded />
          <LoginForm />
        </>
      )}
    </AuthLayout>
  )
}
