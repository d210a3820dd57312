import type { Profile } from '../../profile/contract.ts'
import type { IntroductionRequest } from '../contract.ts'
import type { Urgency } from './labels.ts'
import { shortened } from './shorten.ts'

type Me = Pick<
  Profile,
  'full_name' | 'title' | 'company_name' | 'company_description' | 'company_website' | 'website' | 'bio'
>
type Request = Pick<
  IntroductionRequest,
  | 'request_title'
  | 'context'
  | 'your_company'
  | 'target_person'
  | 'target_profile_id'
  | 'target_investor_id'
  | 'urgency'
>

// Short enough to be read by somebody who did not ask for it. Together with the names they fit the limit of the blurb.
const MAX_ABOUT = 700
const MAX_CONTEXT = 1500
const MAX_LINK = 200

const when: Record<Urgency, string> = {
  high: 'this week',
  medium: 'in the next week or two',
  low: 'in the next few weeks',
}

/** A first version of the blurb: who I am, what we do, why this person, the ask. Works with an empty profile. */
export function draftOf(request: Request, me: Me | null): string {
  const company = request.your_company || me?.company_name || ''
  const website = me?.company_website || me?.website || ''
  return joined('\n\n', [
    paragraph(introduction(company, me), about(company, me)),
    paragraph(target(request), sentence(shortened(request.context, MAX_CONTEXT))),
    `I hope for a call of 20 minutes ${when[request.urgency]}. If it does not fit at the moment, I understand.`,
    joined('\n', [
      me?.full_name ? 'Thank you,' : 'Thank you',
      me?.full_name,
      joined(', ', [me?.title, company]),
      website.length <= MAX_LINK ? website : '',
    ]),
  ])
}

function introduction(company: string, me: Me | null): string {
  const { full_name: name = '', title } = me ?? {}
  if (!name) return company && `I am writing for ${sentence(company)}`
  const role = title ? `, ${title}${company && ` at ${company}`}` : company && ` from ${company}`
  return sentence(`I am ${name}${role}`)
}

function about(company: string, me: Me | null): string {
  const description = sentence(shortened(me?.company_description ?? '', MAX_ABOUT))
  if (!description) return sentence(shortened(me?.bio ?? '', MAX_ABOUT))
  const startsAsSentence = /^(we|our|i|i'm|we're)\s/i.test(description) || (company && description.startsWith(company))
  return startsAsSentence ? description : `What we do: ${description}`
}

function target({ target_person, target_profile_id, target_investor_id, request_title }: Request) {
  if (!target_person) return sentence(`What I am looking for: ${request_title}`)
  // Without a link it may be a name, or words such as 'A plant manager'.
  return target_profile_id || target_investor_id
    ? sentence(`I would like to meet ${target_person}`)
    : sentence(`I am looking for an introduction to: ${target_person}`)
}

/** Whether a text ends with a web or mail address: a full stop after it could be taken for a part of it. */
const endsWithAddress = (text: string) => /:\/\/\S+$|[^\s.]\.\p{L}{2,}([/?#:]\S*)?$/u.test(text)

/** Ends with a full stop, unless it has an ending or ends with an address. */
const sentence = (text: string) => {
  const trimmed = text.trim()
  const isEnded = trimmed === '' || /[\p{P}\p{S}]$/u.test(trimmed) || endsWithAddress(trimmed)
  return isEnded ? trimmed : `${trimmed}.`
}

/** Two sentences. After an address, which has no full stop, the second begins a new line. */
const paragraph = (first: string, second: string) => joined(endsWithAddress(first) ? '\n' : ' ', [first, second])

const joined = (separator: string, parts: (string | null | undefined)[]) => parts.filter(Boolean).join(separator)
