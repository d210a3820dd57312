import { useState } from 'react'
import { AppShell } from '../shell/AppShell.tsx'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { NotFoundPage } from '../shell/NotFoundPage.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'

export function GalleryPage() {
  const [tab, setTab] = useState<'login' | 'register'>('login')
  if (location.hash === '#404') return <NotFoundPage />
  if (location.hash === '#auth')
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
          <form className="flex flex-col gap-4">
            <TextField label="Email" type="email" name="email" />
            <PasswordField
              label="Password"
              name="password"
              aside={
                <a className="text-accent hover:underline" href="#x">
                  Forgot password?
                </a>
              }
            />
            <Button wide size="lg" busyText="Logging in...">
              Login
            </Button>
          </form>
        </Tabs>
      </AuthLayout>
    )
  return (
    <AppShell
      communityName="The Community"
      user={{ email: 'amara@example.com', full_name: 'Amara Osei', company_name: 'Lakeline Freight' }}
      onLogout={() => toast.success('Logged out')}
    >
      <h1 className="text-4xl">Members</h1>
      <Card title="Hello">
        <Button onClick={() => toast.error('Login failed', 'x')}>Toast</Button>
      </Card>
    </AppShell>
  )
}
