import { type Dispatch, type FormEvent, type SetStateAction, useRef, useState } from 'react'
import { ApiError, fieldsOf, messageOf } from '../api/call.ts'
import { type CallOptions, failureOf, saySuccess, showToast, type ToastText, useCall } from '../api/send.ts'
import { useIsThere } from '../ui/use-is-there.ts'
import type { Typing } from './use-typed.ts'

/** Why a form is not sent. */
export type Problem = {
  /** What is said under the fields, by their names. The first of them gets the focus (web/ui/focus-problem.ts). */
  fields?: Partial<Record<string, string>>
  toast?: ToastText
  /** The field that gets the focus where none says anything. */
  focus?: string
  /** What the banner above the fields says. */
  banner?: string
}
type Sent<Values> = { values: Values } | { changes: Partial<Values>; version: number }

type Options<Values extends object, Reply> = {
  /** The form itself finds it before anything is sent; `changes` are the fields that differ from the stored row. */
  check?: (values: Values, changes: Partial<Values>) => Problem | undefined
  /** Sends a form without a row, or a new row. One key for one submit, however often it is tried. */
  send?: (values: Values, options: { key: string }) => Promise<Reply>
  /** Sends what was changed in a row. */
  update?: (row: Reply, sent: { changes: Partial<Values>; version: number }) => Promise<Reply>
  /** What the cached replies show of a changed row before the server has answered; taken back when it refuses. */
  optimistic?: (changes: Partial<Values>) => object
  /** The same for a new one; the function it returns takes it back. */
  before?: (values: Values) => () => void
  /** The failure is not said in a toast where a field on the screen says it. */
  saidByFields?: boolean
  /** Also when the form is no longer on the screen. */
  onSaved?: (saved: Reply) => void
  /** Closes the form or leads on. Only when it is still on the screen: the answer may come when the member has gone elsewhere. Without a
   * row when there was nothing to save. */
  onDone?: (saved?: Reply) => void
  /** Of other failures than a conflict and a deleted row, which FormNotices says. */
  onFailure?: (error: unknown) => void
} & Pick<CallOptions<never, Reply>, 'refresh' | 'success' | 'failure' | 'unsure' | 'tellsSignedOut'>

type TextName<Values> = {
  [Name in keyof Values & string]-?: NonNullable<Values[Name]> extends string ? Name : never
}[keyof Values & string]

type Field = {
  name: string
  error: string | undefined
  value?: string
  onChange?: (event: { target: { value: string } }) => void
}
export type Form<Values> = {
  /** For a text control: its name, what is wrong with it and, where the form holds it, its text. */
  field: (name: TextName<Values>) => Field
  /** What is wrong with the fields, as the form itself or the server found. */
  fields: Record<string, string>
  setFields: Dispatch<SetStateAction<Record<string, string>>>
  /** Why the last submit was refused, for a banner; each refusal has its own key. */
  refused: { text: string; key: number } | null
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  discard: () => void
}

/**
 * The one hook behind every form: checks, sends once however often it is pressed, says how it went, and leaves everything typed where
 * it is until it is saved.
 *
 * A form whose fields hold their own text gives it nothing more; they are read by their names:
 * `const form = useForm({ check: filled, send: ({ email }: { email: string }) => api(forgotPassword, { email }), failure: 'The mail was not sent' })`,
 * then `<form onSubmit={form.onSubmit}>` with `<TextField {...form.field('email')} />` and `<Button busy={form.busy}>`.
 *
 * One whose text must survive a reload, or that changes a stored row, holds it in `typed: useTyped({ name, row, valuesOf, … })` (drafts
 * and conflicts) and has its values and changes too. Apart, so that the sign-in page does not load it.
 */
export function useForm<Values extends object, Row>(
  options: Options<Values, Row> & { typed: Typing<Values, Row> },
): Form<Values> & Typing<Values, Row>
export function useForm<Values extends object, Reply>(options: Options<Values, Reply>): Form<Values>
export function useForm<Values extends object, Reply>(
  options: Options<Values, Reply> & { typed?: Typing<Values, Reply> },
): Form<Values> {
  const { typed, check, send, update, optimistic, before, saidByFields, failure, onDone } = options
  const [refused, setRefused] = useState<Form<Values>['refused']>(null)
  const element = useRef<HTMLFormElement>(null)
  const isThere = useIsThere()
  const forgetDraft = useRef<() => void>(undefined)

  const refuse = (text?: string) => setRefused(last => (text ? { text, key: (last?.key ?? 0) + 1 } : null))
  const isSaid = (error: unknown) =>
    Object.keys(fieldsOf(error)).some(name => element.current?.elements.namedItem(name.split('.').at(-1) ?? ''))

  function end(saved?: Reply): void {
    forgetDraft.current?.()
    if (isThere.current) onDone?.(saved)
  }
  const call = useCall(
    async (sent: Sent<Values>, { key }) => {
      if ('values' in sent) return (await send?.(sent.values, { key })) as Reply
      const saved = (await update?.(typed?.row as Reply, sent)) as Reply
      typed?.patch(saved as object)
      return saved
    },
    {
      kind: typed?.name,
      refresh: options.refresh,
      success: options.success,
      unsure: options.unsure,
      tellsSignedOut: options.tellsSignedOut,
      before: sent => {
        if ('values' in sent) return before?.(sent.values)
        return optimistic && typed?.patch(optimistic(sent.changes))
      },
      failure: error => (isMet(error) || (saidByFields && isSaid(error)) ? undefined : failureOf(error, failure)),
      onSuccess(saved) {
        options.onSaved?.(saved)
        end(saved)
      },
      async onFailure(error) {
        if (!isMet(error)) {
          refuse(messageOf(error))
          return options.onFailure?.(error)
        }
        const saved = await typed?.meet(error)
        if (!saved) return
        saySuccess(options.success, saved)
        options.onSaved?.(saved)
        end(saved)
      },
    },
  )
  /** Saved or deleted by somebody else meanwhile. */
  const isMet = (error: unknown): error is ApiError =>
    Boolean(typed?.row) && error instanceof ApiError && (error.status === 409 || error.status === 404)

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (call.busy) return
    const form = event.currentTarget
    element.current = form
    const now = typed?.latest()
    const values = now?.values ?? (Object.fromEntries(new FormData(form)) as Values)
    const problem = check?.(values, now?.changes ?? values)
    call.setFields((problem?.fields ?? {}) as Record<string, string>)
    refuse(problem?.banner)
    if (problem) {
      showToast('error', problem.toast)
      if (problem.focus) (form.elements.namedItem(problem.focus) as HTMLElement | null)?.focus()
      return
    }
    forgetDraft.current = typed?.markSent()
    if (!now || !typed?.row) void call.send({ values })
    else if (Object.keys(now.changes).length > 0) void call.send({ changes: now.changes, version: now.version })
    else end()
  }

  const field = (name: TextName<Values>): Field => ({
    name,
    error: call.fields[name],
    ...(typed && {
      value: String(typed.values[name] ?? ''),
      onChange: ({ target }) => typed.change({ [name]: target.value } as Partial<Values>),
    }),
  })
  return {
    discard() {},
    ...typed,
    field,
    fields: call.fields,
    setFields: call.setFields,
    refused,
    busy: call.busy,
    onSubmit,
  }
}
