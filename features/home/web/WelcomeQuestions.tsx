import { type FormEvent, useRef } from 'react'
import { helpTopics } from '../../../contract/options.ts'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
import { focusOnMount } from '../../../web/form/first-field.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { limits } from '../../profile/contract.ts'
import { type Answers, useWelcomeForm } from './use-welcome-form.ts'
import type { WelcomeProps } from './welcome.ts'

const questions = [
  { field: 'company_name', text: 'What is your company called?' },
  { field: 'needs', text: 'What do you look for most?' },
  { field: 'can_help_with', text: 'What can you help others with?' },
] as const
const labels = { company_name: 'Company Name', needs: 'Looking For', can_help_with: 'Can Help With' }

/** One question at a time. On a phone: a name to type and three taps. */
export function WelcomeQuestions({ profile, onAsked }: Pick<WelcomeProps, 'profile' | 'onAsked'>) {
  const { form, skip, at, goTo, saved } = useWelcomeForm(profile, onAsked)
  // The first question does not take the focus from the page; the others replace the button that was pressed.
  const hasMoved = useRef(false)
  const question = questions[at] ?? questions[0]
  const isLast = at === questions.length - 1
  const isAnswered = form.values[question.field].length > 0

  const move = (to: number) => {
    hasMoved.current = true
    goTo(to)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (isLast) return form.onSubmit(event)
    event.preventDefault()
    move(at + 1)
  }
  const focus = hasMoved.current ? focusOnMount : undefined
  return (
    <Card
      as="section"
      aria-label="Three quick questions"
      title="Three quick questions"
      action={
        <Button variant="ghost" size="sm" busy={skip.busy} onClick={skip.finish}>
          Skip all
        </Button>
      }
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          Question {at + 1} of {questions.length}. Your answers go into your profile, and show whom you should meet.
        </p>
        <FormNotices form={form} subject="your profile" button="Save" labels={labels} />
        {question.field === 'company_name' ? (
          <div className="max-w-md">
            <TextField
              {...form.field('company_name')}
              ref={focus}
              label={question.text}
              limit={limits.company_name}
              autoComplete="organization"
              enterKeyHint="next"
            />
          </div>
        ) : (
          <Topics
            key={question.field}
            text={question.text}
            ref={focus}
            chosen={form.values[question.field]}
            onChoose={topic => {
              // What the profile has already, from elsewhere, stays.
              if (!form.busy) form.change({ [question.field]: [...new Set([...saved[question.field], topic])] })
            }}
          />
        )}
        <div className="flex flex-wrap items-center gap-2">
          {(at === 0 || isAnswered || form.conflict) && (
            <Button type="submit" busy={form.busy}>
              {isLast ? 'Save' : 'Next'}
            </Button>
          )}
          <Button
            type="submit"
            variant="secondary"
            busy={form.busy && !isAnswered}
            onClick={() => {
              if (!form.busy) form.change({ [question.field]: saved[question.field] } as Partial<Answers>)
            }}
          >
            Skip this one
          </Button>
          {at > 0 && (
            <Button variant="ghost" onClick={() => form.busy || move(at - 1)}>
              Back
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

type TopicsProps = {
  text: string
  chosen: readonly string[]
  onChoose: (topic: string) => void
  ref?: (element: HTMLElement | null) => void
}

/** A press answers the question: each button submits the form. */
function Topics({ text, chosen, onChoose, ref }: TopicsProps) {
  return (
    <fieldset>
      <legend ref={ref} tabIndex={-1} className="mb-2 text-sm font-medium outline-none">
        {text}
      </legend>
      <div className="flex flex-wrap gap-2">
        {helpTopics.map(topic => (
          <Button
            key={topic}
            type="submit"
            variant={chosen.includes(topic) ? 'primary' : 'secondary'}
            aria-pressed={chosen.includes(topic)}
            onClick={() => onChoose(topic)}
          >
            {topic}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
