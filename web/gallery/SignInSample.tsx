import { useState } from 'react'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TextField } from '../ui/TextField.tsx'

export function SignInSample() {
  const [tab, setTab] = useState<'login' | 'register'>('login')
  return (
    <AuthLayout communityName="The Community" tagline="A private network for Chicago's top builders">
      <Tabs
        label="Account"
        spread
        value={tab}
        onChange={setTab}
        items={[
          { value: 'login', label: 'Login' },
          { value: 'register', label: 'Register' },
        ]}
      >
        <form className="flex flex-col gap-4" onSubmit={event => event.preventDefault()}>
          <TextField label="Email" type="email" autoComplete="username" />
          {tab === 'register' && <TextField label="Full Name" autoComplete="name" />}
          <PasswordField label="Password" />
          {tab === 'register' && <PasswordField label="Confirm Password" autoComplete="new-password" />}
          <Button type="submit" wide size="lg">
            {tab === 'login' ? 'Login' : 'Create Account'}
          </Button>
        </form>
      </Tabs>
    </AuthLayout>
  )
}
