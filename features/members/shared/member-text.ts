import { idIn } from '../../../contract/ids.ts'

/** How members are put into words on their cards and pages. */

export const DESCRIPTION_LIMIT = 160

/** The beginning of a long description. Counted in characters as people see them, so that no emoji is cut in two. */
export function shorten(text: string): string {
  const letters = [...text]
  return letters.length > DESCRIPTION_LIMIT ? `${letters.slice(0, DESCRIPTION_LIMIT).join('')}...` : text
}

/** 'CEO at Lakeline', or the part that there is. */
export const titleAt = (title: string | null, company: string): string => [title, company].filter(Boolean).join(' at ')

/** Which member an address means: its last part, in both shapes it comes in. */
export const memberIdOf = (path: string) => idIn(path.split('/').filter(Boolean).at(-1))
