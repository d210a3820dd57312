import { useState } from 'react'
import { api } from '../../../web/api/call.ts'
import { useSend } from '../../../web/api/send.ts'
import { typedAsNew } from '../../../web/form/typed.ts'
import { useEdit } from '../../../web/form/use-edit.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { addInvestor, getInvestor, type Investor, listInvestors, updateInvestor } from '../contract.ts'
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

export const labels: Record<keyof Form, string> = {
  name: 'Name',
  title: 'Title',
  firm: 'Firm',
  email: 'Email',
  website: 'Website',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  focus: 'Focus Areas',
  stage: 'Investment Stages',
  check_size: 'Typical Check Size',
  description: 'Description',
  notes: 'Additional Notes',
}

/** The investor's own fields, of all that the reply has. */
const formOf = (investor: Investor | null) =>
  investor
    ? (Object.fromEntries(Object.keys(empty).map(field => [field, investor[field as keyof Form]])) as Form)
    : empty

/** The draft of an investor that is being changed; those of its comments are named after it, to be found when the investor is gone. */
export const investorDraft = (investorId: number) => `investor:${investorId}`

/** The dialog's state: of the investor being edited, or of a new one. */
export function useInvestorForm(investor: Investor | null, onDone: () => void) {
  const { user } = useAuth()
  const [missing, setMissing] = useState<Record<string, string>>({})
  const add = useSend(addInvestor, {
    refresh: afterInvestor,
    success: 'Investor added',
    failure: ['Error adding investor', 'There was a problem adding the investor.'],
  })
  const edit = useEdit<Investor, Form>({
    name: investor ? investorDraft(investor.id) : 'investor:new',
    place: investor ? 'An investor' : 'A new investor',
    again: { name: 'investor:new', draftOf: values => typedAsNew(empty, values) },
    row: investor,
    valuesOf: formOf,
    read: ({ id }) => api(getInvestor, { id }),
    update: ({ id }, { changes, version }) => api(updateInvestor, { id, ...changes, version, user_id: user?.id }),
    within: [listInvestors, getInvestor],
    refresh: afterInvestor,
    success: 'Investor updated',
    failure: ['Error updating investor', 'There was a problem updating the investor.'],
    onDone,
  })
  const form = edit.values
  const { fields } = investor ? edit : add

  async function create() {
    const end = edit.markSent()
    if (await add.send({ ...form, user_id: user?.id })) end(onDone)
  }
  function submit() {
    const left = (['name', 'firm'] as const).filter(field => form[field].trim() === '')
    setMissing(Object.fromEntries(left.map(field => [field, 'This field is required.'])))
    if (left.length > 0) toast.error('Missing required fields', 'Please fill in all required fields.')
    else if (investor) edit.save()
    else void create()
  }

  return {
    edit,
    form,
    change: edit.change,
    problems: { ...fields, ...missing } as Partial<Record<keyof Form, string>>,
    busy: edit.busy || add.busy,
    submit,
    /** Forgets what was typed. */
    discard: edit.discard,
  }
}
