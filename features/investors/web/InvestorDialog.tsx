import type { ChangeEvent } from 'react'
import { EditNotices } from '../../../web/form/EditNotices.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Dialog } from '../../../web/ui/Dialog.tsx'
import { MultiSelect } from '../../../web/ui/MultiSelect.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { TextArea } from '../../../web/ui/TextArea.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { type Investor, limits } from '../contract.ts'
import { CHECK_SIZES, FOCUS_AREAS, STAGES } from '../shared/options.ts'
import { type Form, labels, useInvestorForm } from './investor-form.ts'
import { SimilarNotice } from './SimilarNotice.tsx'

type TextName = Exclude<keyof Form, 'focus' | 'stage' | 'check_size'>

/** Edits an investor, or creates one (null). Escape and ✕ keep the draft; Cancel discards it. */
export function InvestorDialog({ investor, onClose }: { investor: Investor | null; onClose: () => void }) {
  const { edit, form, change, problems, busy, submit, discard } = useInvestorForm(investor, onClose)
  const button = investor ? 'Update Investor' : 'Add Investor'
  const field = (name: TextName) => ({
    name,
    limit: limits[name],
    value: form[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change({ [name]: event.target.value }),
  })
  const cancel = () => {
    discard()
    onClose()
  }
  return (
    <Dialog
      open
      size="lg"
      title={investor ? 'Edit Investor' : 'Add New Investor'}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pt-1 sm:grid-cols-2">
        <div className="flex flex-col gap-4 empty:hidden sm:col-span-2">
          <EditNotices edit={edit} thing="this investor" button={button} labels={labels} />
        </div>
        <TextField label="Name" required autoComplete="off" {...field('name')} />
        <TextField label="Title" autoComplete="off" {...field('title')} />
        <div className="sm:col-span-2">
          <TextField label="Firm" required autoComplete="off" {...field('firm')} />
        </div>
        <SimilarNotice name={form.name} firm={form.firm} except={investor?.id} onLeave={onClose} />
        <TextField label="Email" type="email" autoComplete="off" {...field('email')} />
        <TextField label="Website" inputMode="url" placeholder="https://" {...field('website')} />
        <TextField label="LinkedIn" placeholder="Name or link" {...field('linkedin')} />
        <TextField label="Twitter" placeholder="@handle or link" {...field('twitter')} />
        <MultiSelect
          label="Focus Areas"
          options={FOCUS_AREAS}
          value={form.focus}
          error={problems.focus}
          placeholder="Any number of them"
          onChange={focus => change({ focus: focus as Form['focus'] })}
        />
        <MultiSelect
          label="Investment Stages"
          options={STAGES}
          value={form.stage}
          error={problems.stage}
          placeholder="Any number of them"
          onChange={stage => change({ stage: stage as Form['stage'] })}
        />
        <div className="sm:col-span-2">
          <Select
            label="Typical Check Size"
            // 'Not specified' is an option only after a size was chosen.
            options={form.check_size ? [{ value: '', label: 'Not specified' }, ...CHECK_SIZES] : CHECK_SIZES}
            value={form.check_size || null}
            error={problems.check_size}
            placeholder="Not specified"
            onChange={check_size => change({ check_size: check_size as Form['check_size'] })}
          />
        </div>
        <div className="flex flex-col gap-4 sm:col-span-2">
          <TextArea label="Description" rows={4} {...field('description')} />
          <TextArea label="Additional Notes" rows={3} {...field('notes')} />
        </div>
      </div>
    </Dialog>
  )
}
