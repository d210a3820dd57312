import type { WelcomeProps } from './Welcome.tsx'
import { WelcomePeople } from './WelcomePeople.tsx'
import { WelcomeQuestions } from './WelcomeQuestions.tsx'

export function WelcomeParts({ profile, phase, onAsked }: WelcomeProps) {
  if (phase === 'asking') return <WelcomeQuestions profile={profile} onAsked={onAsked} />
  return <WelcomePeople isFocused={phase === 'answered'} />
}
