import { type FormEvent, useState } from 'react'
import { useCall } from '../../../web/send.ts'
import { useAuth } from '../../../web/session.tsx'
import { useDraft } from '../../../web/use-draft.ts'
import type { IntroductionRequest } from '../contract.ts'
import { problemsOf } from '../shared/rules.ts'
import { updateRequest } from './calls.ts'
import { titleOf } from './failures.ts'
import { focusFirstProblem } from './focus.ts'
import { afterRequest } from './requests.ts'
import { changesOf, type Values, valuesOf } from './values.ts'

/** Changing a request: what has been typed, what is wrong with it, and sending what differs. */
export function useEditing(request: IntroductionRequest) {
  const { user } = useAuth()
  const [typed, keep, drop] = useDraft<Partial<Values>>(`introduction:${request.id}`, {})
  const begun = request.can_edit && Object.keys(typed).length > 0
  const [isOn, setOn] = useState(begun)
  const [judged, setJudged] = useState(false)
  const values = { ...valuesOf(request), ...typed }
  const changes = changesOf(request, values)
  const problems = problemsOf(changes)

  const end = () => {
    drop()
    setJudged(false)
    setOn(false)
  }
  const save = useCall((edited: Partial<Values>) => updateRequest(user, { ...edited, id: request.id }), {
    refresh: afterRequest,
    success: 'Request updated',
    failure: error => titleOf(error, 'Failed to update request'),
    onSuccess: end,
  })

  return {
    isOn,
    busy: save.busy,
    values,
    problems: { ...save.fields, ...(judged ? problems : {}) } as Partial<Record<keyof Values, string>>,
    begin: () => setOn(true),
    cancel: end,
    change: (change: Partial<Values>) => keep({ ...typed, ...change }),
    submit: (event: FormEvent<HTMLFormElement>) => {
      setJudged(true)
      if (Object.keys(problems).length > 0) return void focusFirstProblem(event.currentTarget)
      if (Object.keys(changes).length === 0) return end()
      void save.send(changes)
    },
  }
}
