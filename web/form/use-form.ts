import { type Dispatch, type FormEvent, type SetStateAction, useEffect, useRef, useState } from 'react'
import { ApiError, fieldsOf, messageOf } from '../api/call.ts'
import { type CallOptions, failureOf, saySuccess, showToast, type ToastText, useCall } from '../api/send.ts'
import { toast } from '../ui/toast.ts'
import { useIsThere } from '../ui/use-is-there.ts'
import type { TypedForm } from './use-typed.ts'

/** Why a form is not sent. */
export type Problem = {
  /** Error texts by field name. The first field with an error gets the focus (web/ui/focus-problem.ts). */
  fields?: Partial<Record<string, string>>
  toast?: ToastText
  /** The field that gets the focus if no field has an error. */
  focus?: string
  /** Text of the banner above the fields. */
  banner?: string
}
type Sent<Values> = { values: Values } | { changes: Partial<Values>; version: number }

type Options<Values extends object, Reply> = {
  /** Validates before the request. `changes`: the fields that differ from the stored row. */
  check?: (values: Values, changes: Partial<Values>) => Problem | undefined
  /** Sends a form without a row, or a new row. All retries of one submit share the idempotency key. */
  send?: (values: Values, options: { key: string }) => Promise<Reply>
  /** Sends the changes to a row. */
  update?: (row: Reply, sent: { changes: Partial<Values>; version: number }) => Promise<Reply>
  /** Optimistic update of the row in cached replies, rolled back on failure. */
  optimistic?: (changes: Partial<Values>) => object
  /** Optimistic update for a new row. The returned function rolls it back. */
  before?: (values: Values) => () => void
  /** Show no toast for a failure that a field on the screen shows. */
  noToastIfShownByField?: boolean
  /** Also called after the form was unmounted. */
  onSaved?: (saved: Reply) => void
  /** Closes the form or navigates. Called only while the form is mounted; without a row if there was nothing to save. */
  onDone?: (saved?: Reply) => void
  /** Not called for a conflict or a deleted row: FormNotices shows these. */
  onFailure?: (error: unknown) => void
} & Pick<CallOptions<never, Reply>, 'refresh' | 'success' | 'failure' | 'unsure' | 'tellsSignedOut'>

/** Whoever submits an unchanged form below an offered draft may think that it saves the draft. Only if the offer is shown. */
function askAboutOffer(form: HTMLFormElement): boolean {
  const restore = form.querySelector<HTMLElement>('[data-offered-draft] button')
  restore?.focus()
  if (restore) showToast('error', ['Nothing was changed', 'Restore what you were writing, or discard it.'])
  return restore !== null
}

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
  /** Props of a text control: name, error and, if the form is controlled, value and onChange. */
  field: (name: TextName<Values>) => Field
  /** Error texts by field name, from the check or the server. */
  fields: Record<string, string>
  setFields: Dispatch<SetStateAction<Record<string, string>>>
  /** Why the last submit failed, for a banner. The key is new for each failure. */
  refused: { text: string; key: number } | null
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  discard: () => void
}

/**
 * Used by every form: validates, ignores repeated submits, shows the result, and keeps the values until they are saved.
 *
 * Uncontrolled fields are read by name:
 * `const form = useForm({ check: checkFilled, send: ({ email }: { email: string }) => api(forgotPassword, { email }), failure: 'The mail was not sent' })`,
 * then `<form onSubmit={form.onSubmit}>` with `<TextField {...form.field('email')} />` and `<Button busy={form.busy}>`.
 *
 * A form that keeps a draft or edits a stored row passes `typed: useTyped({ name, row, valuesOf, … })`, which handles drafts and
 * conflicts. It is a separate hook, so that the sign-in page does not load it.
 */
export function useForm<Values extends object, Row>(
  options: Options<Values, Row> & { typed: TypedForm<Values, Row> },
): Form<Values> & TypedForm<Values, Row>
export function useForm<Values extends object, Reply>(options: Options<Values, Reply>): Form<Values>
export function useForm<Values extends object, Reply>(
  options: Options<Values, Reply> & { typed?: TypedForm<Values, Reply> },
): Form<Values> {
  const { typed, check, send, update, optimistic, before, noToastIfShownByField, failure, onDone } = options
  const [refused, setRefused] = useState<Form<Values>['refused']>(null)
  const element = useRef<HTMLFormElement>(null)
  const isMounted = useIsThere()
  const forgetDraft = useRef<() => void>(undefined)
  const problemToast = useRef(0)
  // The toast is about this form, not about a dialog that is opened after it was closed.
  useEffect(() => () => toast.dismiss(problemToast.current), [])

  const refuse = (text?: string) => setRefused(last => (text ? { text, key: (last?.key ?? 0) + 1 } : null))
  const isShownByField = (error: unknown) =>
    Object.keys(fieldsOf(error)).some(name => element.current?.elements.namedItem(name.split('.').at(-1) ?? ''))

  function finish(saved?: Reply): void {
    forgetDraft.current?.()
    if (isMounted.current) onDone?.(saved)
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
      failure: error =>
        isConflict(error) || (noToastIfShownByField && isShownByField(error)) ? undefined : failureOf(error, failure),
      onQueued: () => finish(),
      onSuccess(saved) {
        options.onSaved?.(saved)
        finish(saved)
      },
      async onFailure(error) {
        if (!isConflict(error)) {
          refuse(messageOf(error))
          return options.onFailure?.(error)
        }
        const saved = await typed?.resolveConflict(error)
        // FormNotices shows the conflict, but not in a form that is closed.
        if (!saved && !isMounted.current) toast.error('Not saved', messageOf(error))
        if (!saved) return
        saySuccess(options.success, saved)
        options.onSaved?.(saved)
        finish(saved)
      },
    },
  )
  /** The row was saved or deleted elsewhere. A 409 about a field is not about the row's version. */
  const isConflict = (error: unknown): error is ApiError =>
    Boolean(typed?.row) &&
    error instanceof ApiError &&
    (error.status === 404 || (error.status === 409 && Object.keys(fieldsOf(error)).length === 0))

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
      problemToast.current = showToast('error', problem.toast)
      if (problem.focus) (form.elements.namedItem(problem.focus) as HTMLElement | null)?.focus()
      return
    }
    toast.dismiss(problemToast.current)
    const hasChanges = !now || !typed?.row || Object.keys(now.changes).length > 0
    if (!hasChanges && askAboutOffer(form)) return
    forgetDraft.current = typed?.markSent()
    if (!now || !typed?.row) void call.send({ values })
    else if (hasChanges) void call.send({ changes: now.changes, version: now.version })
    else finish()
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
