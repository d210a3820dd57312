import { Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, Pin, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { toast } from '../ui/toast.ts'
import { Section, Specimen } from './Section.tsx'

export function ButtonsSection() {
  const [busy, setBusy] = useState(false)
  return (
    <Section title="Buttons">
      <Specimen name="Variants">
        <Button>Primary</Button>
        <Button variant="secondary">Secondary</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger">Delete</Button>
      </Specimen>
      <Specimen name="Sizes, with an icon">
        <Button size="sm" icon={Plus}>
          New Topic
        </Button>
        <Button icon={Plus}>New Topic</Button>
        <Button size="lg" icon={Plus}>
          New Topic
        </Button>
      </Specimen>
      <Specimen name="Disabled">
        <Button disabled>Primary</Button>
        <Button disabled variant="secondary">
          Secondary
        </Button>
        <Button disabled variant="danger" icon={Trash2}>
          Delete
        </Button>
      </Specimen>
      <Specimen name="Busy; the width stays">
        <Button busy={busy} busyText="Logging in..." onClick={() => setBusy(true)}>
          Login
        </Button>
        <Button busy busyText="Creating account...">
          Create Account
        </Button>
        <Button busy variant="secondary">
          Save changes
        </Button>
      </Specimen>
      <Specimen name="Links that look like buttons">
        <LinkButton render={<Link to="/profile" />}>Update Profile</LinkButton>
        <LinkButton variant="secondary" size="sm" icon={Pencil} render={<Link to="/settings" />}>
          Edit
        </LinkButton>
      </Specimen>
      <Specimen name="Icon buttons: the name is the tooltip">
        <IconButton icon={Pin} label="Pin" />
        <IconButton icon={Pencil} label="Edit" size="sm" />
        <IconButton icon={Trash2} label="Delete" tone="danger" />
        <IconButton icon={Pin} label="Unpin" disabled />
      </Specimen>
      <Specimen name="Menu, tooltip">
        <Menu
          label="Topic"
          trigger={<IconButton icon={Ellipsis} label="Topic actions" />}
          items={[
            { label: 'Pin', icon: Pin, onSelect: () => toast.success('Post pinned') },
            { label: 'Edit', icon: Pencil, disabled: true, onSelect: () => {} },
            { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => toast.error('Error deleting post') },
          ]}
        />
        <Tooltip text="Only you can see private comments">
          <Button variant="ghost">Private</Button>
        </Tooltip>
      </Specimen>
      <Specimen name="Wide, and a long label">
        <Button wide size="lg">
          Continue
        </Button>
      </Specimen>
    </Section>
  )
}
