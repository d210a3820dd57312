import { HeartHandshake } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSend } from '../../../../web/api/send.ts'
import { useUnsent } from '../../../../web/form/use-unsent.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { useConfirm } from '../../../../web/ui/confirm-context.ts'
import { MemberLink } from '../../../../web/ui/MemberLink.tsx'
import { ThanksText } from '../../../../web/ui/ThanksText.tsx'
import { Unsent } from '../../../../web/ui/Unsent.tsx'
import { getOutcome, type Outcome, type Person, removeThanks, type Thanks } from '../../../outcomes/contract.ts'
import type { IntroductionRequest } from '../../contract.ts'
import { changedThanksOn, ThanksForm, thanksOn, useThanksForm } from './ThanksForm.tsx'
import { afterThanks, useOutcome } from './use-outcome.ts'

/** The thanks for the introduction, to those who may read it, and the form to the requester. */
export function ThanksSection({ request }: { request: IntroductionRequest }) {
  const { data } = useOutcome(request)
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = () => heading.current?.focus()
  // Of a form that is no longer shown, because the introduction ended or the thank you was said or removed elsewhere.
  const unsent = useUnsent(
    ...(data?.to_thank ? [] : [thanksOn(request.id)]),
    ...(data?.thanks?.can_edit ? [] : [changedThanksOn(request.id)]),
  )
  if (!data || (!data.thanks && !data.to_thank && unsent.length === 0)) return null
  return (
    <section aria-labelledby="introduction-thanks" className="mt-8">
      <h3 ref={heading} id="introduction-thanks" tabIndex={-1} className="mb-3 text-xl outline-none">
        Thank you
      </h3>
      <div className="flex flex-col items-start gap-4">
        {data.thanks && <Said key={data.thanks.offer_id} outcome={data} thanks={data.thanks} onChange={focus} />}
        {data.to_thank && (
          <New
            key={data.to_thank.offer_id}
            requestId={request.id}
            outcome={data}
            toThank={data.to_thank}
            onDone={focus}
          />
        )}
        <Unsent texts={unsent} />
      </div>
    </section>
  )
}

const nameOf = ({ full_name }: Person) => full_name || 'the member'

type NewProps = { requestId: number; outcome: Outcome; toThank: NonNullable<Outcome['to_thank']>; onDone: () => void }

function New({ requestId, outcome, toThank: { offer_id, introducer }, onDone }: NewProps) {
  const form = useThanksForm({ requestId, offerId: offer_id, outcome, isNew: true }, onDone)
  const [isOn, setOn] = useState(form.isChanged)
  const hasBegun = useRef(false)
  const name = nameOf(introducer)
  if (!isOn)
    return (
      <Button
        wraps
        variant="secondary"
        icon={HeartHandshake}
        onClick={() => {
          hasBegun.current = true
          setOn(true)
        }}
      >
        {`Thank ${name}`}
      </Button>
    )
  const cancel = () => {
    form.discard()
    setOn(false)
    onDone()
  }
  return <ThanksForm form={form} name={name} isFocused={hasBegun.current} onCancel={cancel} />
}

function Said({ outcome, thanks, onChange }: { outcome: Outcome; thanks: Thanks; onChange: () => void }) {
  const end = () => {
    setOn(false)
    onChange()
  }
  const { request_id: requestId, offer_id: offerId } = thanks
  const form = useThanksForm({ requestId, offerId, outcome, isNew: false }, end)
  const [isOn, setOn] = useState(thanks.can_edit && form.isChanged)
  const hasBegun = useRef(false)
  const confirm = useConfirm()
  const remove = useSend(removeThanks, {
    refresh: [getOutcome, ...afterThanks],
    success: 'Thank you removed',
    alreadyGone: 'This thank you was already removed',
    failure: 'The thank you was not removed',
    onSuccess: onChange,
  })
  const askAndRemove = async () => {
    const sure = await confirm({
      title: 'Remove this thank you?',
      text: 'Nobody will see it any more.',
      confirm: 'Remove',
      danger: true,
    })
    if (sure) await remove.send({ id: thanks.offer_id })
  }
  if (isOn) {
    const cancel = () => {
      form.discard()
      end()
    }
    return <ThanksForm form={form} name={nameOf(thanks.to)} isFocused={hasBegun.current} onCancel={cancel} />
  }
  return (
    <div className="flex w-full flex-col gap-3 rounded-control border border-line p-4">
      <p className="wrap-anywhere">
        <MemberLink name={thanks.from.full_name} profileId={thanks.from.id} /> thanks{' '}
        <MemberLink name={thanks.to.full_name} profileId={thanks.to.id} /> for the introduction
      </p>
      <ThanksText thanks={thanks} />
      {thanks.can_remove && (
        <div className="flex flex-wrap gap-2">
          {thanks.can_edit && (
            <Button
              size="sm"
              variant="secondary"
              onClick={() => {
                hasBegun.current = true
                setOn(true)
              }}
            >
              Change thank you
            </Button>
          )}
          <Button size="sm" variant="ghost" busy={remove.busy} onClick={() => void askAndRemove()}>
            Remove thank you
          </Button>
        </div>
      )}
    </div>
  )
}
