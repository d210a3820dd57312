import { api } from '../../../../web/api/call.ts'
import { FormNotices } from '../../../../web/form/FormNotices.tsx'
import { focusOnMount } from '../../../../web/form/first-field.ts'
import { useForm } from '../../../../web/form/use-form.ts'
import { useTyped } from '../../../../web/form/use-typed.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { Checkbox } from '../../../../web/ui/Checkbox.tsx'
import { TextArea } from '../../../../web/ui/TextArea.tsx'
import { getOutcome, MAX_THANKS, type Outcome, saveThanks } from '../../../outcomes/contract.ts'
import { afterThanks, useShowOutcome } from './use-outcome.ts'

/** Draft names of a new thanks for an introduction, and of the change of one. */
export const thanksOn = (requestId: number) => `introduction-thanks:${requestId}`
export const changedThanksOn = (requestId: number) => `introduction-changed-thanks:${requestId}`

type Values = { text: string; is_public: boolean }
type Props = { requestId: number; offerId: string; outcome: Outcome; isNew: boolean }

export function useThanksForm({ requestId, offerId, outcome, isNew }: Props, onDone: () => void) {
  const show = useShowOutcome(requestId)
  const typed = useTyped<Outcome, Values>({
    name: isNew ? thanksOn(requestId) : changedThanksOn(requestId),
    place: 'A thank you for an introduction',
    row: outcome,
    valuesOf: row => {
      const said = row?.thanks?.offer_id === offerId ? row.thanks : null
      return { text: said?.text ?? '', is_public: said?.is_public ?? false }
    },
    read: () => api(getOutcome, { id: requestId }),
  })
  return useForm({
    typed,
    check: ({ text }) => (text === '' ? { fields: { text: 'Please write a few words.' } } : undefined),
    // Both fields are required, also if one changed.
    update: (_, { version }) => api(saveThanks, { id: offerId, ...typed.latest().values, version }),
    refresh: afterThanks,
    success: 'Thank you saved',
    failure: 'Your thank you was not saved',
    onSaved: show,
    onDone,
  })
}

export function ThanksForm({
  form,
  name,
  isFocused,
  onCancel,
}: {
  form: ReturnType<typeof useThanksForm>
  name: string
  isFocused: boolean
  onCancel: () => void
}) {
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex w-full flex-col gap-4">
      <FormNotices
        form={form}
        subject="the thank you"
        button="Say thank you"
        labels={{ text: 'Your thank you', is_public: 'Who sees it' }}
      />
      <TextArea
        ref={isFocused ? focusOnMount : undefined}
        label="Your thank you"
        hint={<bdi>{`${name} is told.`}</bdi>}
        limit={MAX_THANKS}
        rows={3}
        {...form.field('text')}
      />
      <Checkbox
        label="All members may read it"
        hint={
          <bdi>
            {form.values.is_public
              ? `It stands here with your names, and on ${name}'s page if they show their introductions.`
              : `Only you and ${name} see it.`}
          </bdi>
        }
        checked={form.values.is_public}
        onChange={is_public => form.change({ is_public })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="sm" busy={form.busy} busyText="Saving...">
          Say thank you
        </Button>
      </div>
    </form>
  )
}
