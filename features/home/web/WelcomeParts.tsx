import { WelcomePeople } from './WelcomePeople.tsx'
import { WelcomeQuestions } from './WelcomeQuestions.tsx'
import type { WelcomeProps } from './welcome.ts'

export function WelcomeParts({ profile, phase, onAsked }: WelcomeProps) {
  if (phase === 'asking') return <WelcomeQuestions profile={profile} onAsked={onAsked} />
  return <WelcomePeople isFocused={phase === 'answered'} />
}
