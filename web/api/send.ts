import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint, Input, Reply } from '../../contract/endpoint.ts'
import { session } from '../session/session.tsx'
import { isUnsure, tellUnsure, type Unsure } from '../session/unsure.ts'
import { toast } from '../ui/toast.ts'
import { ApiError, type Args, api, fieldsOf, hasSessionEnded, messageOf } from './call.ts'
import { Queued, type Waits } from './queue.ts'
import { type Submit, sameSubmit, sendOnce } from './same-submit.ts'
import { patchRows, refresh } from './send-cache.ts'

/** A title, or a title with a description. */
export type ToastText = string | readonly [title: string, description: string]

type About = { about?: string }

export type CallOptions<Given, Answer> = {
  /** What is created, such as 'POST /api/posts': the same input sent from two forms at once creates one row. */
  kind?: string
  /** What the toasts are about, such as 'pin 7': the newest replaces the others. */
  about?: string
  /** Endpoints whose cached replies are stale after success. */
  refresh?: readonly Endpoint[]
  success?: ToastText | ((reply: Answer) => ToastText | undefined)
  /** The write may wait for the network. */
  waits?: (input: Given) => Waits
  /** Called if it does. */
  onQueued?: () => void
  /** A title alone gets the error's message as its description. */
  failure?: ToastText | ((error: unknown) => ToastText | undefined)
  /** Shown instead of the failure if no response came: the change may have been made. */
  unsure?: Unsure
  /** For a deletion: the text if the row is already deleted. A 404 then counts as a success with this text. */
  alreadyGone?: null extends Answer ? ToastText : never
  /** `failure` has its own text for a session that has ended. Otherwise only the sign-in page shows it. */
  tellsSignedOut?: boolean
  onSuccess?: (reply: Answer) => void
  /** Awaited: the call stays busy until it resolves. */
  onFailure?: (error: unknown) => void | Promise<void>
  /** Optimistic update: shows the change before the server responds. The function it returns rolls it back. */
  before?: (input: Given) => (() => void) | undefined
}
type SendOptions<E extends Endpoint> = CallOptions<Input<E>, Reply<E>>

/**
 * Sends a change: `const save = useSend(updateEvent, { refresh: [listEvents], success: 'Event saved' })`, then
 * `save.send({ id, title })`, which resolves to the reply, or to undefined after a failure, which a toast has shown.
 * A second call while one is in flight is ignored: a double click sends once.
 */
export function useSend<E extends Endpoint>(endpoint: E, options: SendOptions<E> = {}) {
  const call = (input: Input<E>, { key }: { key: string }) =>
    api(endpoint, ...([input, { key, waits: options.waits?.(input) }] as unknown as Args<E>))
  const { send, ...state } = useCall(call, { kind: `${endpoint.method} ${endpoint.path}`, ...options })
  return { ...state, send: (...[input]: Args<E>) => send(input as Input<E>) }
}

/** The same for a feature's own function around an endpoint, such as one that rewrites error messages. */
export function useCall<Given, Answer>(
  call: (input: Given, options: { key: string }) => Promise<Answer>,
  options: CallOptions<Given, Answer> = {},
) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fields, setFields] = useState<Record<string, string>>({})
  const inFlight = useRef(false)
  const submit = useRef<Submit>(null)
  const errorToast = useRef(0)

  function asAlreadyGone(error: unknown) {
    if (!options.alreadyGone || !(error instanceof ApiError) || error.status !== 404) throw error
    return { reply: null as Answer, text: options.alreadyGone as ToastText }
  }

  async function send(input: Given): Promise<Answer | undefined> {
    if (inFlight.current) return undefined
    inFlight.current = true
    setBusy(true)
    setFields({})
    toast.dismiss(errorToast.current)
    const rollBack = options.before?.(input)
    const { unsure, kind } = options
    const before = session.get()
    try {
      submit.current = sameSubmit(submit.current, input)
      const { reply, text } = await sendOnce(kind ?? submit.current.key, submit.current, ({ key }) =>
        call(input, { key }),
      )
        .then(done => ({ reply: done, text: options.success }))
        .catch(asAlreadyGone)
      submit.current = null
      refresh(cache, options.refresh)
      saySuccess(text, reply, options)
      options.onSuccess?.(reply)
      return reply
    } catch (error) {
      if (error instanceof Queued) {
        submit.current = null
        options.onQueued?.()
        return undefined
      }
      // Only an error response ends a submit: without a readable response the change may have been made.
      if (error instanceof ApiError && error.status >= 400) submit.current = null
      rollBack?.()
      setFields(fieldsOf(error))
      if (unsure && isUnsure(error)) {
        refresh(cache, options.refresh)
        errorToast.current = await tellUnsure(unsure, before)
      } else if (options.tellsSignedOut || !(await hasSessionEnded(error)))
        errorToast.current = showToast('error', failureOf(error, options.failure), messageOf(error), options)
      await options.onFailure?.(error)
      return undefined
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }
  return { send, busy, fields, setFields }
}

/**
 * An optimistic update of a row, rolled back if the server refuses it:
 * `const pin = usePatch(pinTopic, { optimistic: { is_pinned: true }, within: [listTopics, getTopic] })`, then `pin({ id })`.
 */
export function usePatch<E extends Endpoint>(
  endpoint: E,
  { optimistic, within, ...options }: SendOptions<E> & { optimistic: Partial<Reply<E>>; within: readonly Endpoint[] },
) {
  const cache = useQueryClient()
  const { waits } = options
  return useSend(endpoint, {
    ...options,
    waits: waits && (input => ({ ...waits(input), within })),
    before: input => patchRows(cache, within, (input as { id: unknown }).id, optimistic as object),
    onSuccess(reply) {
      patchRows(cache, within, (reply as { id?: unknown } | null)?.id, reply as object)
      options.onSuccess?.(reply)
    },
  }).send
}

export function failureOf(error: unknown, failure: CallOptions<never, never>['failure']): ToastText | undefined {
  const text = typeof failure === 'function' ? failure(error) : failure
  // The form shows this error itself.
  if (typeof failure === 'function' && text === undefined) return undefined
  // Every form has this title until the member has confirmed the email address.
  return fieldsOf(error).confirmation ? 'Your email address is not confirmed' : text
}

export function saySuccess<Answer>(success: CallOptions<never, Answer>['success'], reply: Answer, about?: About) {
  showToast('success', typeof success === 'function' ? success(reply) : success, undefined, about)
}

export function showToast(
  kind: 'success' | 'error',
  text: ToastText | undefined,
  fallback?: string,
  { about }: About = {},
) {
  if (text === undefined) return 0
  const [title, description = fallback] = typeof text === 'string' ? [text] : text
  return toast[kind](title, description, { about })
}
