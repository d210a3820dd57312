import { useQueryClient } from '@tanstack/react-query'
import type { Reply } from '../../contract/endpoint.ts'
import { getPush, turnOffPush, turnOnPush } from '../../features/push/contract.ts'
import { ApiError, api, messageOf } from '../api/call.ts'
import { keyOf, useApi } from '../api/query.ts'
import { useCall } from '../api/send.ts'
import { endPushSubscription, noteDeclinedPush, noteWantsPush } from '../session/member-storage.ts'
import { useAuth } from '../session/session.tsx'
import { askForPermission, isSupported, subscriptionFor, usePermission } from './browser.ts'

/** `unavailable`: the operator has switched push off. */
export type PushState = 'loading' | 'failed' | 'on' | 'off' | 'blocked' | 'unsupported' | 'unavailable'

/** Push messages in this browser: whether they are on, and turning them on and off. */
export function usePush() {
  const cache = useQueryClient()
  const { user } = useAuth()
  const permission = usePermission()
  const { data, error, refetch } = useApi(getPush)
  const publicKey = data?.public_key ?? ''

  function keep(reply: Reply<typeof getPush> | null) {
    if (!reply) return
    cache.setQueryData(keyOf(getPush), reply)
    if (user) noteWantsPush(user.id, reply.is_on)
  }
  const on = useCall(
    async (_: undefined) => ((await askForPermission()) ? api(turnOnPush, await subscriptionFor(publicKey)) : null),
    {
      about: 'push',
      onSuccess: keep,
      success: reply => (reply ? 'Push messages are on for this device' : undefined),
      failure: failed => [
        'Push messages were not turned on',
        failed instanceof ApiError
          ? messageOf(failed)
          : 'Your browser could not reach its push service. Please try again later.',
      ],
    },
  )
  const off = useCall((_: undefined) => api(turnOffPush), {
    about: 'push',
    onSuccess(reply) {
      keep(reply)
      // Whoever turns it off does not want it offered again.
      noteDeclinedPush()
      endPushSubscription()
    },
    success: 'Push messages are off for this device',
    failure: 'Push messages were not turned off',
  })

  return {
    state: stateOf(permission, data, error),
    error,
    refetch,
    busy: on.busy || off.busy,
    turnOn: () => void on.send(undefined),
    turnOff: () => void off.send(undefined),
  }
}

function stateOf(
  permission: NotificationPermission,
  data: Reply<typeof getPush> | undefined,
  error: unknown,
): PushState {
  if (!data) return error ? 'failed' : 'loading'
  // Also in a browser that blocks or lacks push messages: allowing them would not help.
  if (data.public_key === null) return 'unavailable'
  if (!isSupported()) return 'unsupported'
  if (permission === 'denied') return 'blocked'
  return data.is_on && permission === 'granted' ? 'on' : 'off'
}
