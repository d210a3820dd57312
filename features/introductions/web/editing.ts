import { useState } from 'react'
import { api, fieldsOf } from '../../../web/api/call.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { getIntroductionRequest, type IntroductionRequest } from '../contract.ts'
import { openStatuses } from '../shared/labels.ts'
import { updateRequest } from './calls.ts'
import { titleOf } from './failures.ts'
import { afterRequest, useOpenRequestFor } from './requests.ts'
import { checked, NEW_REQUEST, type Values, valuesOf } from './values.ts'

/** Draft name of an edited request. */
export const editOf = (requestId: number) => `introduction:${requestId}`

/** The form that edits a request; it sends only the changed fields. */
export function useEditing(request: IntroductionRequest) {
  const { user } = useAuth()
  const typed = useTyped<IntroductionRequest, Values>({
    name: editOf(request.id),
    place: 'An introduction request',
    recreate: { name: NEW_REQUEST, values: ({ status: _, ...typed }) => typed },
    row: request,
    valuesOf,
    read: ({ id }) => api(getIntroductionRequest, { id }),
    cachedIn: afterRequest,
  })
  const { status, target_profile_id } = typed.values
  const another = useOpenRequestFor(request.can_edit ? target_profile_id : null, request.id)
  const asked = openStatuses.includes(status) ? another : undefined
  const form = useForm({
    typed,
    check: (_, changes) => checked(changes, asked !== undefined),
    update: ({ id }, { changes, version }) => updateRequest(user, { ...changes, id, version }),
    refresh: afterRequest,
    success: 'Request updated',
    tellsSignedOut: true,
    failure: error => (fieldsOf(error).target_person ? undefined : titleOf(error, 'Failed to update request')),
    onDone: () => setOn(false),
  })
  const [isOn, setOn] = useState(request.can_edit && form.isChanged)
  return {
    ...form,
    asked,
    isOn,
    begin: () => setOn(true),
    end() {
      form.setFields({})
      setOn(false)
    },
  }
}
