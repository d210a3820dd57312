import { Link, useNavigate } from '@tanstack/react-router'
import { Handshake, Mail } from 'lucide-react'
import { Button } from '../../../web/ui/Button.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { Menu } from '../../../web/ui/Menu.tsx'

type Target = { id: number; name: string; email?: string }

/** Search parameters that prefill the form of an introduction request. */
const prefilled = ({ id, name, email }: Target) => ({
  member: String(id),
  target_person: name,
  ...(email ? { target_email: email } : {}),
})

export function Connect({ id, name, email }: Required<Target>) {
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
            void navigate({ to: '/create-introduction-request', search: prefilled({ id, name, email }) as never }),
        },
      ]}
    />
  )
}

export function RequestIntroduction(target: Target) {
  return (
    <LinkButton
      wide
      variant="secondary"
      icon={Handshake}
      render={<Link to="/create-introduction-request" search={prefilled(target) as never} />}
    >
      Request introduction
    </LinkButton>
  )
}
