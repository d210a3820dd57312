import { useState } from 'react'
import { useSend } from '../../../web/send.ts'
import { useAuth } from '../../../web/session.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { useDraft } from '../../../web/use-draft.ts'
import { addInvestor, type Investor, updateInvestor } from '../contract.ts'
import type { CheckSize, FocusArea, Stage } from '../shared/options.ts'
import { afterInvestor } from './use-investors.ts'

export type Form = {
  name: string
  title: string
  firm: string
  email: string
  website: string
  linkedin: string
  twitter: string
  focus: FocusArea[]
  stage: Stage[]
  check_size: CheckSize | ''
  description: string
  notes: string
}

const empty: Form = {
  name: '',
  title: '',
  firm: '',
  email: '',
  website: '',
  linkedin: '',
  twitter: '',
  focus: [],
  stage: [],
  check_size: '',
  description: '',
  notes: '',
}

/** The investor's own fields, of all that the reply has. */
const formOf = (investor: Investor) =>
  Object.fromEntries(Object.keys(empty).map(field => [field, investor[field as keyof Form]])) as Form

/** The dialog's state: of the investor being edited, or of a new one. */
export function useInvestorForm(investor: Investor | null, onSaved: () => void) {
  const { user } = useAuth()
  const [form, keep, drop] = useDraft<Form>(
    investor ? `investor:${investor.id}:${investor.updated_at}` : 'investor:new',
    investor ? formOf(investor) : empty,
  )
  const [missing, setMissing] = useState<Record<string, string>>({})
  const onSuccess = () => {
    drop()
    onSaved()
  }
  const add = useSend(addInvestor, {
    refresh: afterInvestor,
    success: 'Investor added',
    failure: ['Error adding investor', 'There was a problem adding the investor.'],
    onSuccess,
  })
  const update = useSend(updateInvestor, {
    refresh: afterInvestor,
    success: 'Investor updated',
    failure: ['Error updating investor', 'There was a problem updating the investor.'],
    onSuccess,
  })
  const { busy, fields } = investor ? update : add

  function submit() {
    const left = (['name', 'firm'] as const).filter(field => form[field].trim() === '')
    setMissing(Object.fromEntries(left.map(field => [field, 'This field is required.'])))
    if (left.length > 0) return void toast.error('Missing required fields', 'Please fill in all required fields.')
    const sent = { ...form, user_id: user?.id }
    void (investor ? update.send({ id: investor.id, ...sent }) : add.send(sent))
  }

  return {
    form,
    change: (fields: Partial<Form>) => keep({ ...form, ...fields }),
    problems: { ...fields, ...missing } as Partial<Record<keyof Form, string>>,
    busy,
    submit,
    /** Forgets what was typed. */
    discard: drop,
  }
}
