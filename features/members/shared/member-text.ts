import { idIn } from '../../../contract/ids.ts'

/** Texts on member cards and pages. */

export const DESCRIPTION_LIMIT = 160

/** Truncates a long description. Counts code points, so that no surrogate pair is split. */
export function shorten(text: string): string {
  const letters = [...text]
  return letters.length > DESCRIPTION_LIMIT ? `${letters.slice(0, DESCRIPTION_LIMIT).join('')}...` : text
}

/** 'CEO at Lakeline', or only the part that is present. */
export const titleAt = (title: string | null, company: string): string => [title, company].filter(Boolean).join(' at ')

/** The member id of a path: the last segment of /members/:id or /member/:id. */
export const memberIdOf = (path: string) => idIn(path.split('/').filter(Boolean).at(-1))
