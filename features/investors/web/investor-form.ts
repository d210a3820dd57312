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

/** The form's fields of an investor. */
const formOf = (investor: Investor | null) =>
  investor
    ? (Object.fromEntries(Object.keys(empty).map(field => [field, investor[field as keyof Form]])) as Form)
    : empty

/** Draft name of an edited investor. Drafts of its comments start with it, so that all are found after the investor was deleted. */
export const investorDraft = (investorId: number) => `investor:${investorId}`

const TOASTS = {
  add: {
    success: 'Investor added',
    failure: ['Error adding investor', 'There was a problem adding the investor.'],
  },
  update: {
    success: 'Investor updated',
    failure: ['Error updating investor', 'There was a problem updating the investor.'],
  },
} as const

/** The state of the dialog. `investor`: null for a new investor. */
export function useInvestorForm(investor: Investor | null, onDone: () => void) {
  const { user } = useAuth()
  return useForm({
    typed: useTyped<Investor, Form>({
      name: investor ? investorDraft(investor.id) : 'investor:new',
      place: investor ? 'An investor' : 'A new investor',
      recreate: { name: 'investor:new' },
      row: investor,
      valuesOf: formOf,
      read: ({ id }) => api(getInvestor, { id }),
      cachedIn: [listInvestors, getInvestor],
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
    ...TOASTS[investor ? 'update' : 'add'],
    onDone: () => onDone(),
  })
}
