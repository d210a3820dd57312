import type { MemberCard } from '../../features/members/contract.ts'
import { longDayOf, monthOf } from './dates.ts'

/** A suggested member, with the joining date if it is known. */
export type Offered = MemberCard & { created_at?: string }

const normalized = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
const areNamesakes = (a: Offered, b: Offered) => a.id !== b.id && normalized(a.full_name) === normalized(b.full_name)

export const hasNamesake = (member: Offered, among: Offered[]) => among.some(other => areNamesakes(member, other))

const work = ({ title, company_name }: Offered) => [title, company_name].filter(Boolean).join(' at ')
const since = (format: (when: string) => string) => (member: Offered) =>
  member.created_at && `Member since ${format(member.created_at)}`

/** The possible lines below a name, from short to long. The last one is unique: it has the id of the profile. */
const lines: ((member: Offered) => (string | null | undefined)[])[] = [
  member => [work(member)],
  member => [work(member), member.location],
  member => [work(member), member.location, since(monthOf)(member)],
  member => [work(member), member.location, since(longDayOf)(member)],
  member => [work(member), member.location, since(longDayOf)(member), `No. ${member.id}`],
]

/** The line below a name: the member's work, and for namesakes as much more as is needed to distinguish them. */
export function about(member: Offered, among: Offered[]): string {
  const namesakes = among.filter(other => areNamesakes(member, other))
  const textOf = (line: (typeof lines)[number], of: Offered) => line(of).filter(Boolean).join(' · ')
  const isUnique = (line: (typeof lines)[number]) =>
    namesakes.every(
      other => textOf(line, member) && normalized(textOf(line, other)) !== normalized(textOf(line, member)),
    )
  const line = namesakes.length === 0 ? lines[0] : (lines.find(isUnique) ?? lines.at(-1))
  return line ? textOf(line, member) : ''
}
