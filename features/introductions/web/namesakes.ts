import { longDayOf, monthOf } from '../../../web/ui/dates.ts'
import type { MemberCard } from '../../members/contract.ts'

/** A member who is offered by name, with the moment they joined where it is known. */
export type Offered = MemberCard & { created_at?: string }

const plain = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
const areNamesakes = (one: Offered, other: Offered) =>
  one.id !== other.id && plain(one.full_name) === plain(other.full_name)

export const hasNamesake = (member: Offered, among: Offered[]) => among.some(other => areNamesakes(member, other))

const work = ({ title, company_name }: Offered) => [title, company_name].filter(Boolean).join(' at ')
const since = (words: (when: string) => string) => (member: Offered) =>
  member.created_at && `Member since ${words(member.created_at)}`

/** What may stand under a name, from little to much. The last is never the same for two: the number in the address of their profile. */
const lines: ((member: Offered) => (string | null | undefined)[])[] = [
  member => [work(member)],
  member => [work(member), member.location],
  member => [work(member), member.location, since(monthOf)(member)],
  member => [work(member), member.location, since(longDayOf)(member)],
  member => [work(member), member.location, since(longDayOf)(member), `No. ${member.id}`],
]

/** What stands under a name: what they do and where, and for namesakes as much more as tells them apart. */
export function about(member: Offered, among: Offered[]): string {
  const namesakes = among.filter(other => areNamesakes(member, other))
  const said = (line: (typeof lines)[number], of: Offered) => line(of).filter(Boolean).join(' · ')
  const isEnough = (line: (typeof lines)[number]) =>
    namesakes.every(other => said(line, member) && plain(said(line, other)) !== plain(said(line, member)))
  const line = namesakes.length === 0 ? lines[0] : (lines.find(isEnough) ?? lines.at(-1))
  return line ? said(line, member) : ''
}
