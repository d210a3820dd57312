import { useState } from 'react'
import { api } from '../../../../web/api/call.ts'
import { useForm } from '../../../../web/form/use-form.ts'
import { useTyped } from '../../../../web/form/use-typed.ts'
import { type Blurb, getBlurb, saveBlurb } from '../../contract.ts'
import { NO_BLURB } from '../../shared/rules.ts'

type Values = { text: string }

/** Draft name of the blurb of a request. */
export const blurbOf = (requestId: number) => `introduction-blurb:${requestId}`

/** Edits the blurb of a request, beginning with the kept text or, if there is none, with `draft`. */
export function useBlurbForm(blurb: Blurb, draft: string) {
  const form = useForm({
    typed: useTyped<Blurb, Values>({
      name: blurbOf(blurb.id),
      place: 'A forwardable blurb',
      row: blurb,
      valuesOf: row => ({ text: row?.text ?? '' }),
      read: ({ id }) => api(getBlurb, { id }),
      cachedIn: [getBlurb],
    }),
    check: ({ text }) => (text === '' ? { fields: { text: NO_BLURB } } : undefined),
    update: ({ id }, { changes: { text = '' }, version }) => api(saveBlurb, { id, text, version }),
    success: 'Blurb saved',
    failure: 'The blurb was not saved',
    onDone: () => setOn(false),
    onFailure: () => setOn(true),
  })
  const [isOn, setOn] = useState(form.isChanged)
  const takeDraft = () => {
    if (blurb.text === null) form.change({ text: draft })
  }
  return {
    ...form,
    // The draft that is saved as it is may meet a text that was saved elsewhere.
    isOn: isOn || form.conflict !== null || form.isDeleted,
    takeDraft,
    begin() {
      if (form.values.text === '') takeDraft()
      setOn(true)
    },
    end() {
      form.discard()
      form.setFields({})
      setOn(false)
    },
  }
}
