import { beginningOf } from '../../../contract/text.ts'

/** The beginning of a text up to a word that fits, with an ellipsis; the text itself if all of it fits. */
export function shortened(text: string, max: number): string {
  const trimmed = text.trim()
  return trimmed.length <= max ? trimmed : `${beginning(trimmed, max - 2)} …`
}

/** At most `max` UTF-16 units, up to a space if there is one in the second half. Never half of a character. */
export function beginning(text: string, max: number): string {
  if (text.length <= max) return text
  const space = text.slice(0, max + 1).search(/\s\S*$/)
  const kept = space > max / 2 ? text.slice(0, space) : beginningOf(text, max)
  return kept.trimEnd()
}
