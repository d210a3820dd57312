import { z } from 'zod'

/** The error message for a text longer than `max`, counted like zod in UTF-16 units, which are never fewer than PostgreSQL's characters. */
export const tooLong = (text: string, max: number): string | undefined =>
  text.length > max ? `At most ${inWords(max)} characters; this is ${inWords(text.length)}.` : undefined

export const inWords = (count: number) => count.toLocaleString('en-US')

const limit = (max: number) => ({
  error: ({ input }: { input?: unknown }) => tooLong(String(input), max),
  // No regular expression runs on a text of unlimited length.
  abort: true,
})

const LINE_BREAK = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/gu
/** Not the direction marks and joiners, which Hebrew, Arabic, Persian and emoji need. */
const CONTROL_OR_DIRECTION = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
/** For multi-line texts: keeps bidirectional embeddings and isolates, which a text in two scripts may need. */
const CONTROL_OR_OVERRIDE = /(?![\t\n])\p{Cc}|[\u202d\u202e]/gu
const VISIBLE = /[^\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Half of a surrogate pair becomes U+FFFD, as it does when stored: encodeURIComponent() would throw. */
const wellFormed = (text: string) => text.toWellFormed()

const visible = (text: string) => (VISIBLE.test(text) ? wellFormed(text.trim()) : '')

/**
 * Normalises a name or title: one line, without invisible characters that change how the surrounding text is displayed. Empty if no
 * character is visible.
 */
export const oneLine = (typed: string) => visible(typed.replace(LINE_BREAK, ' ').replace(CONTROL_OR_DIRECTION, ''))

/** The same for a multi-line text. */
export const manyLines = (typed: string) => visible(typed.replace(/\r\n?/g, '\n').replace(CONTROL_OR_OVERRIDE, ''))

/** `missing` is the message if there is no value. A text that is too long is refused, never cut. */
export const Line = (max: number, missing?: string) => z.string(missing).overwrite(oneLine).max(max, limit(max))
export const Lines = (max: number, missing?: string) => z.string(missing).overwrite(manyLines).max(max, limit(max))

/** What becomes a link in Markdown or in any text. */
const LINK = /https?:\/\/|www\.|\]\(/i
/**
 * The name of a member. It is in other members' texts where they are mentioned, and is read as any text there after another name was chosen:
 * it must not become a link of theirs.
 */
export const Name = (max: number) =>
  Line(max).refine(text => !LINK.test(text), 'Please enter a name without web addresses.')

/** For addresses and search queries: trimmed, otherwise as typed. */
export const Text = (max: number, missing?: string) =>
  z.string(missing).trim().overwrite(wellFormed).max(max, limit(max))

/** Secrets are not trimmed. */
export const Secret = (max: number) => z.string().max(max, limit(max))

/** At most `max` characters, without half of an emoji at the end (a surrogate pair). */
export const beginningOf = (text: string, max: number) => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** The maximum length of a search query. The search box shows that the rest of a longer one is ignored. */
export const MAX_SEARCH = 200
export const searchOf = (typed: string) => beginningOf(typed.trim(), MAX_SEARCH)
export const Search = Text(MAX_SEARCH).optional()
