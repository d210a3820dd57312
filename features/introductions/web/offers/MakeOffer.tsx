import { Handshake } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../../web/api/call.ts'
import { FormNotices } from '../../../../web/form/FormNotices.tsx'
import { focusOnMount } from '../../../../web/form/first-field.ts'
import { useForm } from '../../../../web/form/use-form.ts'
import { useTyped } from '../../../../web/form/use-typed.ts'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { CopyButton } from '../../../../web/ui/CopyButton.tsx'
import { TextArea } from '../../../../web/ui/TextArea.tsx'
import { MAX_NOTE, makeOffer, type Offers } from '../../../offers/contract.ts'
import type { IntroductionRequest } from '../../contract.ts'
import { afterOffer, useShowOffers } from './use-offers.ts'

/** Draft name of the private note of an offer. */
export const offerOn = (requestId: number) => `introduction-offer:${requestId}`

type Props = {
  request: IntroductionRequest
  /** The member's earlier offer has ended. */
  isAgain: boolean
  /** The request takes no more offers. */
  isClosed: boolean
  /** Of the offer that stands: it was made in another tab, or its answer was lost. */
  sentNote?: string
  onWriting: (isWriting: boolean) => void
  onDone: () => void
}

export function MakeOffer({ request, isAgain, isClosed, sentNote, onWriting, onDone }: Props) {
  const show = useShowOffers(request.id)
  const form = useForm({
    typed: useTyped<Offers, { note: string }>({
      name: offerOn(request.id),
      place: 'An offer to introduce a member',
      row: null,
      valuesOf: () => ({ note: '' }),
    }),
    send: ({ note }, sent) => api(makeOffer, { id: request.id, note }, sent),
    refresh: afterOffer,
    success: 'Offer sent',
    failure: 'The offer was not sent',
    onSaved: show,
    onDone,
  })
  const [isOn, setOn] = useState(form.isChanged)
  const { isChanged } = form
  useEffect(() => onWriting(isOn && isChanged), [onWriting, isOn, isChanged])
  const hasBegun = useRef(false)
  const hasEnded = useRef(false)
  if (isClosed && (!(isOn && isChanged) || form.values.note.trim() === sentNote)) return null
  if (!isOn)
    return (
      <Button
        ref={hasEnded.current ? focusOnMount : undefined}
        variant={isAgain ? 'secondary' : 'primary'}
        icon={Handshake}
        onClick={() => {
          hasBegun.current = true
          setOn(true)
        }}
      >
        {isAgain ? 'Offer again' : 'I can introduce you'}
      </Button>
    )
  const cancel = () => {
    form.discard()
    hasEnded.current = true
    setOn(false)
  }
  const closedTitle =
    sentNote === undefined ? 'This request takes no more offers.' : 'You have already offered this introduction.'
  const requester = request.user_name || 'the requester'
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex w-full flex-col gap-4">
      {isClosed ? (
        <Banner title={closedTitle} action={<CopyButton text={form.values.note} size="sm" />}>
          <p>This note was not sent. It is still here.</p>
        </Banner>
      ) : (
        <FormNotices
          form={form}
          subject="the offer"
          button="Offer the introduction"
          labels={{ note: 'A private note' }}
        />
      )}
      <TextArea
        ref={hasBegun.current ? focusOnMount : undefined}
        label="A private note (optional)"
        hint={<bdi>{`Only ${requester} sees this.`}</bdi>}
        limit={MAX_NOTE}
        rows={3}
        {...form.field('note')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="secondary" onClick={cancel}>
          {isClosed ? 'Discard' : 'Cancel'}
        </Button>
        {!isClosed && (
          <Button type="submit" size="sm" busy={form.busy} busyText="Sending...">
            Offer the introduction
          </Button>
        )}
      </div>
    </form>
  )
}
