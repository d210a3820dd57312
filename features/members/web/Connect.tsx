import { Link, useNavigate } from '@tanstack/react-router'
import { Handshake, Mail } from 'lucide-react'
import { Button } from '../../../web/ui/Button.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { Menu } from '../../../web/ui/Menu.tsx'

/** What the form for a request finds already filled in. */
const prefilled = (name: string, email?: string) => ({ target_person: name, ...(email ? { target_email: email } : {}) })

export function Connect({ name, email }: { name: string; email: string }) {
  const navigate = useNavigate()
  return (
    <Menu
      label={`Connect with ${name}`}
      align="start"
      trigger={<Button wide>Connect</Button>}
      items={[
        { label: 'Send an email', icon: Mail, onSelect: () => location.assign(`mailto:${email}`) },
        {
          label: 'Request an introduction',
          icon: Handshake,
          onSelect: () =>
            void navigate({ to: '/create-introduction-request', search: prefilled(name, email) as never }),
        },
      ]}
    />
  )
}

export function RequestIntroduction({ name, email }: { name: string; email?: string }) {
  return (
    <LinkButton
      wide
      variant="secondary"
      icon={Handshake}
      render={<Link to="/create-introduction-request" search={prefilled(name, email) as never} />}
    >
      Request introduction
    </LinkButton>
  )
}
