import { useEffect, useState } from 'react'
import { community } from '../../../web/api/boot.ts'
import { LOGIN_MESSAGE_CAP_MS } from '../../../web/api/timeouts.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { Spinner } from '../../../web/ui/Spinner.tsx'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { formHeight, TAGLINE } from './AuthOutline.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SessionEnded } from './SessionEnded.tsx'
import { SecondStep } from './second-step/SecondStep.tsx'

const tabs = [
  { value: 'login', label: 'Login' },
  { value: 'register', label: 'Register' },
] as const

export default function AuthPage() {
  return (
    <AuthLayout communityName={community.name} tagline={TAGLINE}>
      <AuthContent />
    </AuthLayout>
  )
}

function AuthContent() {
  const { status } = useAuth()
  const isChecking = useIsChecking()
  if (status === 'needs_second_factor') return <SecondStep />
  if (isChecking) return <Checking />
  return (
    <>
      <SessionEnded />
      <SignInTabs />
    </>
  )
}

function SignInTabs() {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('login')
  // Kept here, because only the form of the chosen tab is rendered. The email is shared by both; passwords are not kept.
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  return (
    <Tabs label="Ways in" items={tabs} value={tab} onChange={setTab} spread>
      {tab === 'login' ? (
        <LoginForm email={email} onEmail={setEmail} />
      ) : (
        <RegisterForm email={email} onEmail={setEmail} name={name} onName={setName} />
      )}
    </Tabs>
  )
}

function Checking() {
  return (
    <p role="status" className={`flex ${formHeight} items-center justify-center gap-3 text-muted`}>
      <Spinner size={18} className="text-accent" />
      Checking authentication status...
    </p>
  )
}

function useIsChecking() {
  const { status } = useAuth()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, LOGIN_MESSAGE_CAP_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return status === 'loading' && !isLate
}
