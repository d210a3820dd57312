import { api } from '../../../web/api/call.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
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

const WORDS = {
  add: {
    success: 'Investor added',
    failure: ['Error adding investor', 'There was a problem adding the investor.'],
  },
  update: {
    success: 'Investor updated',
    failure: ['Error updating investor', 'There was a problem updating the investor.'],
  },
} as const

/** The dialog's state: of the investor being edited, or of a new one. */
export function useInvestorForm(investor: Investor | null, onDone: () => void) {
  const { user } = useAuth()
  return useForm({
    typed: useTyped<Investor, Form>({
      name: investor ? investorDraft(investor.id) : 'investor:new',
      place: investor ? 'An investor' : 'A new investor',
      again: { name: 'investor:new' },
      row: investor,
      valuesOf: formOf,
      read: ({ id }) => api(getInvestor, { id }),
      within: [listInvestors, getInvestor],
    }),
    check(values) {
      const missing = (['name', 'firm'] as const).filter(field => values[field] === '')
      if (missing.length === 0) return undefined
      return {
        fields: Object.fromEntries(missing.map(field => [field, 'This field is required.'])),
        toast: ['Missing required fields', 'Please fill in all required fields.'],
      }
    },
    send: (values, { key }) => api(addInvestor, { ...values, user_id: user?.id }, { key }),
    update: ({ id }, { changes, version }) => api(updateInvestor, { id, ...changes, version, user_id: user?.id }),
    refresh: afterInvestor,
    ...WORDS[investor ? 'update' : 'add'],
    onDone: () => onDone(),
  })
}
