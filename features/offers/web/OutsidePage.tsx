import { type ReactNode, useState } from 'react'
import { community } from '../../../web/api/boot.ts'
import { ApiError } from '../../../web/api/call.ts'
import { useSend } from '../../../web/api/send.ts'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { CheckingLink, DeadLink, useLinkCheck } from '../../../web/shell/CheckedLink.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { QuotedWords } from '../../../web/ui/QuotedWords.tsx'
import {
  answerOutsideQuestion,
  describeOutsideQuestion,
  neverWriteAgain,
  type OutsideAnswer,
  type Question,
} from '../outside/contract.ts'

/** The check itself failed. */
const UNREAD = { question: null, can_block: false, answered: null }

/** Opened by the link in our mail to somebody without an account. Mail scanners open links too, so only a button acts. */
export default function OutsidePage() {
  const [params] = useState(() => new URLSearchParams(window.location.search))
  const token = params.get('token') ?? ''
  const [isNever, setNever] = useState(params.has('never'))
  const found = useLinkCheck(describeOutsideQuestion, { token }, UNREAD)
  const [given, setGiven] = useState<OutsideAnswer | 'never'>()
  const [hasEnded, setEnded] = useState(false)
  if (given) return <Page>{<Thanks given={given} question={found?.question ?? null} />}</Page>
  if (!found) return <Page>{<CheckingLink />}</Page>
  if (found === UNREAD) return <Page>{<NotLoaded />}</Page>
  const never = found.can_block && <Never token={token} isMain={isNever} onDone={() => setGiven('never')} />
  if (isNever && never)
    return (
      <Page>
        <div className="flex flex-col gap-5">
          {never}
          {found.question && (
            <Button variant="ghost" wide onClick={() => setNever(false)}>
              Answer the question instead
            </Button>
          )}
        </div>
      </Page>
    )
  if (found.answered)
    return (
      <Page>
        <div className="flex flex-col gap-5">
          <div role="status">
            <h2 className="text-2xl">You have answered this already</h2>
            <p className="mt-1 text-muted">{answeredTexts[found.answered]}</p>
          </div>
          {never}
        </div>
      </Page>
    )
  if (!found.question || hasEnded)
    return (
      <Page>
        <DeadLink text="It has expired, was answered already, or the introduction is no longer offered.">
          {never}
        </DeadLink>
      </Page>
    )
  return (
    <Page>
      <Ask token={token} question={found.question} onDone={setGiven} onEnded={() => setEnded(true)} />
      <div className="mt-6 border-t border-line pt-3">{never}</div>
    </Page>
  )
}

const answeredTexts: Record<OutsideAnswer, string> = {
  yes: 'Your answer was yes. You do not need to do anything else.',
  no: 'Your answer was no. You do not need to do anything else.',
}

const Page = ({ children }: { children: ReactNode }) => (
  <AuthLayout communityName={community.name} footer="We use your address for this question only.">
    {children}
  </AuthLayout>
)

const NotLoaded = () => (
  <div className="flex flex-col gap-5">
    <div role="alert">
      <h2 className="text-2xl">The question could not be loaded</h2>
      <p className="mt-1 text-muted">Please try again in a moment.</p>
    </div>
    <Button onClick={() => window.location.reload()}>Try again</Button>
  </div>
)

type AskProps = {
  token: string
  question: Question
  onDone: (given: OutsideAnswer) => void
  /** The link ended while the page was open. */
  onEnded: () => void
}

const isEnded = (error: unknown) => error instanceof ApiError && error.status === 400

function Ask({ token, question: { requester, company, introducer, words, address }, onDone, onEnded }: AskProps) {
  const [pressed, setPressed] = useState<OutsideAnswer>()
  const { send, busy } = useSend(answerOutsideQuestion, {
    failure: error => (isEnded(error) ? undefined : 'Your answer was not saved'),
    onFailure(error) {
      if (isEnded(error)) onEnded()
    },
  })
  const reply = async (answer: OutsideAnswer) => {
    setPressed(answer)
    if (await send({ token, answer })) onDone(answer)
  }
  const name = requester || 'a founder'
  const behind = introducer || 'A member'
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-2xl wrap-anywhere">
          Would you like to meet <bdi>{name}</bdi>?
        </h2>
        <p className="mt-1 wrap-anywhere text-muted">
          <bdi>{requester || 'A founder'}</bdi>
          {company && (
            <>
              {' of '}
              <bdi>{company}</bdi>
            </>
          )}
          {' asks to meet you. '}
          <bdi>{behind}</bdi>
          {` of ${community.name} supports this and offers to introduce you.`}
        </p>
      </div>
      {words && <QuotedWords text={words} />}
      <div className="flex flex-col gap-2">
        <Button wide wraps busy={busy && pressed === 'yes'} onClick={() => void reply('yes')}>
          {`Yes, share ${address} with ${name}`}
        </Button>
        <p className="text-sm text-muted">Then you both get one mail that introduces you to each other.</p>
      </div>
      <div className="flex flex-col gap-2">
        <Button wide wraps variant="secondary" busy={busy && pressed === 'no'} onClick={() => void reply('no')}>
          No, thank you
        </Button>
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{requester || 'The founder'}</bdi>
          {' and '}
          <bdi>{introducer || 'the member'}</bdi>
          {' are then told: “It did not work out this time.”'}
        </p>
      </div>
    </div>
  )
}

function Never({ token, isMain, onDone }: { token: string; isMain: boolean; onDone: () => void }) {
  const { send, busy } = useSend(neverWriteAgain, { failure: 'This was not saved', onSuccess: onDone })
  const button = (
    <Button
      wide
      size={isMain ? 'lg' : 'sm'}
      variant={isMain ? 'primary' : 'ghost'}
      busy={busy}
      onClick={() => void send({ token })}
    >
      Never write to me again
    </Button>
  )
  if (!isMain) return button
  return (
    <>
      <div>
        <h2 className="text-2xl">Should we stop writing to you?</h2>
        <p className="mt-1 text-muted">
          No member of {community.name} can then have us write to your address. Nobody is told.
        </p>
      </div>
      {button}
    </>
  )
}

function Thanks({ given, question }: { given: OutsideAnswer | 'never'; question: Question | null }) {
  const name = question?.requester || 'the founder'
  return (
    <div role="status">
      <h2 className="text-2xl">{given === 'never' ? 'We will not write to you again' : 'Thank you'}</h2>
      <p className="mt-1 wrap-anywhere text-muted">
        {given === 'yes' && `In a few minutes you and ${name} get one mail, so that you can write to each other.`}
        {given === 'no' && 'We pass it on in these words: “It did not work out this time.” Your address is deleted.'}
        {given === 'never' && 'Nobody is told. This link has ended, and your address is deleted.'}
      </p>
    </div>
  )
}
