import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { community } from '../../../web/api/boot.ts'
import { ApiError } from '../../../web/api/call.ts'
import { useSend } from '../../../web/api/send.ts'
import { focusOnMount } from '../../../web/form/first-field.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { isUnsure } from '../../../web/session/unsure.ts'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { CheckingLink, DeadLink, useLinkCheck } from '../../../web/shell/CheckedLink.tsx'
import { Banner } from '../../../web/ui/Banner.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { QuotedWords } from '../../../web/ui/QuotedWords.tsx'
import { answerByLink, checkAnswerLink, type Question } from '../contract.ts'

/** Opened by a button of a mail that asks something. Mail scanners open links too, so only a button of this page answers. */
export default function AnswerPage() {
  const [params] = useState(() => new URLSearchParams(window.location.search))
  const [attempt, setAttempt] = useState(0)
  return (
    <AuthLayout communityName={community.name} footer={<Requests />}>
      <CheckedQuestion
        key={attempt}
        token={params.get('token') ?? ''}
        chosen={params.get('answer') ?? ''}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </AuthLayout>
  )
}

const Requests = () => (
  <Link to="/introduction-requests" className="text-accent underline underline-offset-4">
    Open the introduction requests
  </Link>
)

/** `chosen`: the answer that was pressed in the mail. */
type Props = { token: string; chosen: string }

function CheckedQuestion({ onRetry, ...props }: Props & { onRetry: () => void }) {
  const reply = useLinkCheck(checkAnswerLink, { token: props.token }, 'failed')
  if (!reply) return <CheckingLink />
  if (reply === 'failed')
    return (
      <Banner
        title="The question could not be loaded"
        action={
          <Button size="sm" variant="secondary" onClick={onRetry}>
            Try Again
          </Button>
        }
      >
        Please check your connection. Nothing was answered.
      </Banner>
    )
  if (!reply.question)
    return <DeadLink text={reply.ended ?? 'It has expired, or the question was answered or has ended meanwhile.'} />
  return <Ask {...props} question={reply.question} />
}

type Outcome = { text: string; path: string } | { refused: string }

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 400 || error.status === 409)

function Ask({ token, chosen, question }: Props & { question: Question }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const { send, busy } = useSend(answerByLink, {
    failure(error) {
      if (isRefusal(error)) return undefined
      return isUnsure(error) ? 'We could not tell whether your answer was saved' : 'Your answer was not saved'
    },
    onFailure(error) {
      if (isRefusal(error)) setOutcome({ refused: error.message })
    },
    onSuccess: setOutcome,
  })
  if (outcome) return 'refused' in outcome ? <DeadLink text={outcome.refused} /> : <Answered {...outcome} />
  const { heading, sentences, words, answers, note, member, path, app_link } = question
  // The highlighted button is the one that was pressed in the mail, else the first.
  const first = answers.some(({ answer }) => answer === chosen) ? chosen : answers[0]?.answer
  return (
    <div className="flex flex-col gap-5">
      <div className="wrap-anywhere">
        <h2 dir="auto" className="text-left text-2xl">
          {heading}
        </h2>
        {sentences.map(sentence => (
          <p key={sentence} dir="auto" className="mt-2 text-left text-muted">
            {sentence}
          </p>
        ))}
      </div>
      {words && <QuotedWords text={words} />}
      <div className="flex flex-col gap-3">
        {answers.map(({ answer, label }) => (
          <Button
            key={answer}
            size="lg"
            wide
            wraps
            variant={answer === first ? 'primary' : 'secondary'}
            busy={busy}
            onClick={() => void send({ token, answer })}
          >
            {label}
          </Button>
        ))}
        {note && <p className="text-sm text-muted">{note}</p>}
        {app_link && (
          <LinkButton wide variant="ghost" render={<a href={path} />}>
            {app_link}
          </LinkButton>
        )}
      </div>
      <AnswersAs member={member} />
    </div>
  )
}

/** The link belongs to whoever got the mail, whoever is signed in here. */
function AnswersAs({ member: { id, full_name } }: Pick<Question, 'member'>) {
  const { profile } = useAuth()
  const name = <bdi className="font-medium text-ink">{full_name || 'the member who got the mail'}</bdi>
  return (
    <div className="border-t border-line pt-4 text-sm wrap-anywhere text-muted">
      {profile && profile.id !== id ? (
        <p>
          You are signed in as <bdi className="font-medium text-ink">{profile.full_name || 'another member'}</bdi>, but
          this link answers for {name}.
        </p>
      ) : (
        <p>You answer as {name}.</p>
      )}
    </div>
  )
}

const Answered = ({ text, path }: { text: string; path: string }) => (
  <div className="flex flex-col gap-5">
    <div role="status" className="wrap-anywhere">
      <h2 ref={focusOnMount} tabIndex={-1} className="text-2xl outline-none">
        Thank you
      </h2>
      <p dir="auto" className="mt-1 text-left text-muted">
        {text}
      </p>
    </div>
    <LinkButton size="lg" wide variant="secondary" render={<a href={path} />}>
      Open the request
    </LinkButton>
  </div>
)
