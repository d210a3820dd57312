import type { IntroductionRequest } from '../../contract.ts'

type Request = Pick<IntroductionRequest, 'user_name' | 'your_company' | 'target_person'>

const named = ({ user_name, your_company }: Request) =>
  [user_name || 'a founder', your_company && `of ${your_company}`].filter(Boolean).join(' ')
const greeting = ({ target_person }: Request) => (target_person ? `Hello ${target_person},` : 'Hello,')

/** From the introducer to the target: do you want to be introduced? */
export const askingMail = (request: Request, blurb: string) => `${greeting(request)}

${named(request)} would like to meet you and asked me for an introduction. May I connect you? Here is what they wrote:

${blurb}`

/** From the introducer to both. */
export const connectingMail = (request: Request, blurb: string) => `${greeting(request)}

As promised, this is ${named(request)}, who is copied on this mail. I leave the rest to you.

${blurb}`
