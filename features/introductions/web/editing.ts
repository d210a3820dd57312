import { useState } from 'react'
import { api } from '../../../web/api/call.ts'
import { useEdit } from '../../../web/form/use-edit.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { getIntroductionRequest, type IntroductionRequest } from '../contract.ts'
import { problemsOf } from '../shared/rules.ts'
import { updateRequest } from './calls.ts'
import { titleOf } from './failures.ts'
import { afterRequest } from './requests.ts'
import { NEW_REQUEST, type NewDraft, type Values, valuesOf } from './values.ts'

/** The draft of a request that is being changed. */
export const editOf = (requestId: number) => `introduction:${requestId}`

/** Changing a request: what has been typed, what is wrong with it, and sending what differs. */
export function useEditing(request: IntroductionRequest) {
  const { user } = useAuth()
  const edit = useEdit<IntroductionRequest, Values>({
    name: editOf(request.id),
    place: 'An introduction request',
    again: {
      name: NEW_REQUEST,
      draftOf: ({ status: _, ...typed }): NewDraft => ({ typed }),
    },
    row: request,
    valuesOf: row => valuesOf(row ?? request),
    read: ({ id }) => api(getIntroductionRequest, { id }),
    update: ({ id }, { changes, version }) => updateRequest(user, { ...changes, id, version }),
    within: afterRequest,
    refresh: afterRequest,
    success: 'Request updated',
    tellsSignedOut: true,
    failure: error => titleOf(error, 'Failed to update request'),
    onDone: () => end(),
  })
  const [isOn, setOn] = useState(request.can_edit && edit.isChanged)
  const [judged, setJudged] = useState(false)
  const problems = problemsOf(edit.changes)

  const end = () => {
    setJudged(false)
    setOn(false)
  }
  return {
    edit,
    isOn,
    busy: edit.busy,
    values: edit.values,
    problems: { ...edit.fields, ...(judged ? problems : {}) } as Partial<Record<keyof Values, string>>,
    begin: () => setOn(true),
    cancel: () => {
      edit.discard()
      end()
    },
    change: edit.change,
    submit: () => {
      setJudged(true)
      if (Object.keys(problems).length === 0) edit.save()
    },
  }
}
