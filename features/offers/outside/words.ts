import { oneLine } from '../../../server/mail/mail-text.ts'

/** The row of introduction_words (rules.sql). Names may be empty. */
export type Words = { introducer: string; requester: string; company: string; target: string; words: string }

/** For subjects and sentences: one line each, with words for a missing name. */
export function namesOf({ introducer, requester, company, target }: Words) {
  const name = oneLine(requester) || 'A founder'
  return {
    introducer: oneLine(introducer) || 'A member',
    requester: name,
    withCompany: oneLine(company) ? `${name} of ${oneLine(company)}` : name,
    target: oneLine(target),
  }
}
