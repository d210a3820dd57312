import { KeyRound, Mail } from 'lucide-react'
import { useState } from 'react'
import { useAuth } from '../../../../web/session/session.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { Card } from '../../../../web/ui/Card.tsx'
import { Row, Rows } from '../Row.tsx'
import { ChangeEmail } from './ChangeEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'

export function AccountCard() {
  const { user } = useAuth()
  const [open, setOpen] = useState<'email' | 'password'>()
  const close = () => setOpen(undefined)
  return (
    <Card as="section" title="Account">
      <Rows>
        <Row
          icon={Mail}
          title="Email"
          text={user?.email}
          action={
            <Button variant="secondary" onClick={() => setOpen('email')}>
              Change email
            </Button>
          }
        />
        <Row
          icon={KeyRound}
          title="Password"
          text="A long one that you use nowhere else is best."
          action={
            <Button variant="secondary" onClick={() => setOpen('password')}>
              Change password
            </Button>
          }
        />
      </Rows>
      {open === 'email' && <ChangeEmail onClose={close} />}
      {open === 'password' && <ChangePassword onClose={close} />}
    </Card>
  )
}
