import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint, Input, Reply } from '../../contract/endpoint.ts'
import { session } from '../session/session.tsx'
import { isUnsure, tellUnsure, type Unsure } from '../session/unsure.ts'
import { toast } from '../ui/toast.ts'
import { ApiError, type Args, api, fieldsOf, hasSessionEnded, messageOf } from './call.ts'
import { type Submit, sameSubmit, sendOnce } from './same-submit.ts'
import { patchRows, refresh } from './send-cache.ts'

/** A title alone, or title and description. */
export type Words = string | readonly [title: string, description: string]

export type CallOptions<Given, Answer> = {
  /** What is made, such as 'POST /api/posts': the same input sent from two forms at once makes one. */
  kind?: string
  /** Whose cached replies are out of date after success. */
  refresh?: readonly Endpoint[]
  success?: Words | ((reply: Answer) => Words | undefined)
  /** A title alone gets the error's own message as its description. */
  failure?: Words | ((error: unknown) => Words | undefined)
  /** Said instead of the failure when no answer came: the change may have been made. */
  unsure?: Unsure
  /** Of a deletion: what to say where the row is gone already. An answer of 404 is then no failure, but a success with these words. */
  alreadyGone?: null extends Answer ? Words : never
  /** Its failure has words of its own for a session that has ended. Without them the sign-in page alone tells of it. */
  tellsSignedOut?: boolean
  onSuccess?: (reply: Answer) => void
  /** Waited for: until then it counts as under way. */
  onFailure?: (error: unknown) => void | Promise<void>
  /** Shows the change before the server has answered; the function it returns takes it back. */
  before?: (input: Given) => (() => void) | undefined
}
export type SendOptions<E extends Endpoint> = CallOptions<Input<E>, Reply<E>>

/**
 * Sends a change: `const save = useSend(updateEvent, { refresh: [listEvents], success: 'Event saved' })`, then
 * `save.send({ id, title })`, which resolves to the reply, or to undefined when it failed and the toast has said so.
 * A second call while one is under way is ignored: a double click sends once.
 */
export function useSend<E extends Endpoint>(endpoint: E, options: SendOptions<E> = {}) {
  const call = (input: Input<E>, { key }: { key: string }) => api(endpoint, ...([input, { key }] as unknown as Args<E>))
  const { send, ...state } = useCall(call, { kind: `${endpoint.method} ${endpoint.path}`, ...options })
  return { ...state, send: (...[input]: Args<E>) => send(input as Input<E>) }
}

/** The same for a slice's own call around an endpoint, such as one that words its failures. */
export function useCall<Given, Answer>(
  call: (input: Given, options: { key: string }) => Promise<Answer>,
  options: CallOptions<Given, Answer> = {},
) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fields, setFields] = useState<Record<string, string>>({})
  const underWay = useRef(false)
  const submit = useRef<Submit>(null)
  const told = useRef(0)

  function asGone(error: unknown) {
    if (!options.alreadyGone || !(error instanceof ApiError) || error.status !== 404) throw error
    return { reply: null as Answer, words: options.alreadyGone as Words }
  }

  async function send(input: Given): Promise<Answer | undefined> {
    if (underWay.current) return undefined
    underWay.current = true
    setBusy(true)
    setFields({})
    // What was said about the last try is over.
    toast.dismiss(told.current)
    const takeBack = options.before?.(input)
    const { unsure, kind } = options
    const before = session.get()
    try {
      submit.current = sameSubmit(submit.current, input)
      const { reply, words } = await sendOnce(kind ?? submit.current.key, submit.current, ({ key }) =>
        call(input, { key }),
      )
        .then(done => ({ reply: done, words: options.success }))
        .catch(asGone)
      submit.current = null
      refresh(cache, options.refresh)
      saySuccess(words, reply)
      options.onSuccess?.(reply)
      return reply
    } catch (error) {
      // Only a refusal is the end of a submit: behind no answer, or one nobody can read, it may have been done.
      if (error instanceof ApiError && error.status >= 400) submit.current = null
      takeBack?.()
      setFields(fieldsOf(error))
      if (unsure && isUnsure(error)) {
        refresh(cache, options.refresh)
        told.current = await tellUnsure(unsure, before)
      } else if (options.tellsSignedOut || !(await hasSessionEnded(error)))
        told.current = say('error', failureOf(error, options.failure), messageOf(error))
      await options.onFailure?.(error)
      return undefined
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return { send, busy, fields, setFields }
}

/**
 * A small change to a row that shows at once and is taken back if the server refuses:
 * `const pin = usePatch(pinTopic, { optimistic: { is_pinned: true }, within: [listTopics, getTopic] })`, then `pin({ id })`.
 */
export function usePatch<E extends Endpoint>(
  endpoint: E,
  { optimistic, within, ...options }: SendOptions<E> & { optimistic: Partial<Reply<E>>; within: readonly Endpoint[] },
) {
  const cache = useQueryClient()
  return useSend(endpoint, {
    ...options,
    before: input => patchRows(cache, within, (input as { id: unknown }).id, optimistic as object),
    onSuccess(reply) {
      patchRows(cache, within, (reply as { id?: unknown } | null)?.id, reply as object)
      options.onSuccess?.(reply)
    },
  }).send
}

export function failureOf(error: unknown, failure: CallOptions<never, never>['failure']): Words | undefined {
  // The same for every form while writing waits for the address to be confirmed.
  if (fieldsOf(error).confirmation) return 'Your email address is not confirmed'
  return typeof failure === 'function' ? failure(error) : failure
}

export function saySuccess<Answer>(success: CallOptions<never, Answer>['success'], reply: Answer) {
  say('success', typeof success === 'function' ? success(reply) : success)
}

export function say(kind: 'success' | 'error', words: Words | undefined, fallback?: string) {
  if (words === undefined) return 0
  const [title, description = fallback] = typeof words === 'string' ? [words] : words
  return toast[kind](title, description)
}
