import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/confirm-context.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { MultiSelect } from '../ui/MultiSelect.tsx'
import { Select } from '../ui/Select.tsx'
import { StarRating } from '../ui/StarRating.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { Section, Specimen } from './Section.tsx'

const interests = ['Logistics', 'Biotech', 'Fintech', 'Climate']

function ProfileDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [stage, setStage] = useState('Seed')
  const [chosen, setChosen] = useState<string[]>([])
  const [rating, setRating] = useState<number | null>(3)
  const [tried, setTried] = useState(false)
  const confirm = useConfirm()
  const cancel = async () => {
    if (
      await confirm({
        title: 'Discard changes?',
        text: 'What you typed will be lost.',
        confirm: 'Discard',
        danger: true,
      })
    )
      onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit profile"
      onSubmit={() => setTried(true)}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit">Save changes</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField label="Name" required error={tried && 'Enter your name'} autoComplete="off" />
        <TextField label="Company" required error={tried && 'Enter your company'} autoComplete="off" />
        <Select label="Stage" options={['Pre-Seed', 'Seed', 'Series A']} value={stage} onChange={setStage} />
        <MultiSelect label="Interests" options={interests} value={chosen} onChange={setChosen} />
        <StarRating label="Rate your last intro" value={rating} onChange={setRating} />
      </div>
    </Dialog>
  )
}

const LONG = 'The lake is the same every day and never the same twice, and so is whatever went wrong here. '

function showFourToasts() {
  for (const word of ['First', 'Second']) toast.success(`${word} long toast`, LONG.repeat(2))
  for (const word of ['Third', 'Fourth']) toast.error(`${word} long toast`, LONG.repeat(2))
}

export function OverlaysSection() {
  const [form, setForm] = useState(false)
  const [long, setLong] = useState(false)
  const [answer, setAnswer] = useState('')
  const confirm = useConfirm()
  const ask = async () => {
    const yes = await confirm({
      title: 'Delete topic',
      text: 'Are you sure you want to delete this topic? This action cannot be undone.',
      confirm: 'Delete',
      danger: true,
    })
    setAnswer(yes ? 'Deleted' : 'Kept')
  }
  return (
    <Section title="Overlays">
      <Specimen name="Dialogs">
        <Button onClick={() => setForm(true)}>Open form</Button>
        <Button variant="secondary" onClick={() => setLong(true)}>
          Open long text
        </Button>
        <ProfileDialog open={form} onClose={() => setForm(false)} />
        <Dialog open={long} onClose={() => setLong(false)} title="Long text" description="It scrolls inside." size="lg">
          {Array.from({ length: 30 }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: thirty times the same line
            <p key={line}>The lake is the same every day and never the same twice.</p>
          ))}
        </Dialog>
      </Specimen>
      <Specimen name="Confirm">
        <Button variant="danger" onClick={ask}>
          Delete topic
        </Button>
        <output>{answer}</output>
      </Specimen>
      <Specimen name="Toasts (F6 goes to them)">
        <Button variant="secondary" onClick={() => toast.success('Profile saved', 'Members can see your changes now.')}>
          Success toast
        </Button>
        <Button variant="secondary" onClick={() => toast.error('Login failed', 'Invalid email or password.')}>
          Error toast
        </Button>
        <Button variant="secondary" onClick={showFourToasts}>
          Four long toasts
        </Button>
      </Specimen>
    </Section>
  )
}
