import { FormDialog } from '../../../web/form/FormDialog.tsx'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
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
  const form = useInvestorForm(investor, onClose)
  const { values, change, fields } = form
  const button = investor ? 'Update Investor' : 'Add Investor'
  const field = (name: TextName) => ({ ...form.field(name), limit: limits[name] })
  return (
    <FormDialog
      form={form}
      size="lg"
      title={investor ? 'Edit Investor' : 'Add New Investor'}
      button={button}
      onClose={onClose}
    >
      <div className="grid gap-4 pt-1 sm:grid-cols-2">
        <div className="flex flex-col gap-4 empty:hidden sm:col-span-2">
          <FormNotices form={form} subject="this investor" button={button} labels={labels} />
        </div>
        <TextField label="Name" required autoComplete="off" {...field('name')} />
        <TextField label="Title" autoComplete="off" {...field('title')} />
        <div className="sm:col-span-2">
          <TextField label="Firm" required autoComplete="off" {...field('firm')} />
        </div>
        <SimilarNotice name={values.name} firm={values.firm} except={investor?.id} onLeave={onClose} />
        <TextField label="Email" type="email" autoComplete="off" {...field('email')} />
        <TextField label="Website" inputMode="url" placeholder="https://" {...field('website')} />
        <TextField label="LinkedIn" placeholder="Name or link" {...field('linkedin')} />
        <TextField label="Twitter" placeholder="@handle or link" {...field('twitter')} />
        <MultiSelect
          label="Focus Areas"
          options={FOCUS_AREAS}
          value={values.focus}
          error={fields.focus}
          placeholder="Any number of them"
          onChange={focus => change({ focus: focus as Form['focus'] })}
        />
        <MultiSelect
          label="Investment Stages"
          options={STAGES}
          value={values.stage}
          error={fields.stage}
          placeholder="Any number of them"
          onChange={stage => change({ stage: stage as Form['stage'] })}
        />
        <div className="sm:col-span-2">
          <Select
            label="Typical Check Size"
            // 'Not specified' is an option only after a size was chosen.
            options={values.check_size ? [{ value: '', label: 'Not specified' }, ...CHECK_SIZES] : CHECK_SIZES}
            value={values.check_size || null}
            error={fields.check_size}
            placeholder="Not specified"
            onChange={check_size => change({ check_size: check_size as Form['check_size'] })}
          />
        </div>
        <div className="flex flex-col gap-4 sm:col-span-2">
          <TextArea label="Description" rows={4} {...field('description')} />
          <TextArea label="Additional Notes" rows={3} {...field('notes')} />
        </div>
      </div>
    </FormDialog>
  )
}
