import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import {
  getBlurb,
  getIntroductionRequest,
  listIntroductionRequests,
  listOpenIntroductionRequests,
} from '../../features/introductions/contract.ts'
import {
  answerOffer,
  getOffers,
  listAskedIntroductions,
  type Person,
  type Question,
} from '../../features/offers/contract.ts'
import { keyOf, useApi } from '../api/query.ts'
import { useSend } from '../api/send.ts'
import { refresh } from '../api/send-cache.ts'
import { Avatar } from './Avatar.tsx'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { ContactOf } from './ContactOf.tsx'
import { LinkedText } from './LinkedText.tsx'

const changed = [
  getIntroductionRequest,
  listIntroductionRequests,
  listOpenIntroductionRequests,
  listAskedIntroductions,
] as const

/** To the member whom a request is about: do you want to be introduced? Nothing, if they were not asked; a notice, if the question ends. */
export function IntroductionQuestion({
  requestId: id,
  isOnPage = false,
}: {
  requestId: number
  /** Without the request around it, whose context it then shows if there is no blurb. */
  isOnPage?: boolean
}) {
  const Heading = isOnPage ? 'h2' : 'h3'
  const { data } = useApi(getOffers, { id })
  const question = data?.asked
  const blurb = useApi(getBlurb, { id }, { enabled: Boolean(question) }).data
  const cache = useQueryClient()
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { send, busy } = useSend(answerOffer, {
    refresh: changed,
    failure: 'Your answer was not saved',
    onSuccess(offers) {
      cache.setQueryData(keyOf(getOffers, { id }), offers)
      // The pressed button may disappear: move the focus.
      heading.current?.focus()
    },
    onFailure: () => refresh(cache, [getOffers, ...changed]),
  })
  const shown = useRef(question)
  shown.current = question ?? shown.current
  if (!question) return shown.current ? <Ended question={shown.current} /> : null
  const requester = question.requester.full_name || 'a member'
  const hasAgreed = question.state === 'agreed'
  const contact = question.contacts?.requester
  const text = blurb?.text || (isOnPage && question.context)
  return (
    <section aria-labelledby={title} className="flex flex-col gap-4 rounded-control bg-tint px-4 py-4 text-on-tint">
      <Heading ref={heading} id={title} tabIndex={-1} className="text-lg wrap-anywhere outline-none">
        {hasAgreed ? 'You said yes to' : 'Would you like to meet'} <bdi>{requester}</bdi>
        {!hasAgreed && '?'}
      </Heading>
      <div className="flex flex-col gap-2 text-sm">
        <Party person={question.requester} does={hasAgreed ? 'asked to meet you' : 'asks to meet you'} />
        <Party
          person={question.introducer}
          does={hasAgreed ? 'offered to introduce you' : 'supports this and offers to introduce you'}
        />
      </div>
      {contact && (
        <div className="rounded-control bg-surface p-4 text-ink">
          <ContactOf person={contact} />
        </div>
      )}
      {text && (
        <p dir="auto" className="rounded-control bg-surface p-4 text-left whitespace-pre-wrap wrap-anywhere text-ink">
          <LinkedText text={text} />
        </p>
      )}
      {!hasAgreed && (
        <div className="flex flex-col items-start gap-2">
          <div className="flex max-w-full flex-wrap gap-2">
            <Button wraps busy={busy} onClick={() => void send({ id: question.offer_id, answer: 'yes' })}>
              {data.my_address ? `Yes, share ${data.my_address} with ${requester}` : 'Yes, introduce us'}
            </Button>
            {question.answer === null && (
              <Button
                variant="secondary"
                busy={busy}
                onClick={() => void send({ id: question.offer_id, answer: 'not_now' })}
              >
                Not now
              </Button>
            )}
          </div>
          <p className="text-sm">
            {question.answer === 'not_now'
              ? 'You said “not now”. Nobody is told. You can still say yes.'
              : 'Nobody is told of a “not now”, and you can say yes later.'}
          </p>
        </div>
      )}
    </section>
  )
}

/** The member is not told why: the introducer may have withdrawn, or the requester ended it. */
function Ended({ question: { state, requester } }: { question: Question }) {
  const name = requester.full_name || 'a member'
  return (
    <Banner
      tone="info"
      title={state === 'agreed' ? `The introduction to ${name} has ended.` : `You are no longer asked to meet ${name}.`}
    >
      {state === 'agreed' ? undefined : <p>The offer to introduce you has ended. There is nothing for you to do.</p>}
    </Banner>
  )
}

const Party = ({ person: { id, full_name, profile_picture }, does }: { person: Person; does: string }) => (
  <p className="flex min-w-0 items-center gap-2">
    {/* The disc of some names has the colour of the box. */}
    <span className="shrink-0 rounded-full ring-2 ring-surface">
      <Avatar size="sm" name={full_name} src={profile_picture} />
    </span>
    <span className="min-w-0 wrap-anywhere">
      {id === null ? (
        <bdi className="font-medium">{full_name || 'A former member'}</bdi>
      ) : (
        <Link to="/members/$id" params={{ id: String(id) }} className="font-medium underline underline-offset-2">
          <bdi>{full_name || 'A member'}</bdi>
        </Link>
      )}
      {` ${does}`}
    </span>
  </p>
)
