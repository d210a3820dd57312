import { z } from 'zod'

/** Why a text is refused that is longer than `most`, counted as zod counts: in UTF-16 units, which are never fewer than PostgreSQL's characters. */
export const tooLong = (text: string, most: number): string | undefined =>
  text.length > most ? `At most ${inWords(most)} characters; this is ${inWords(text.length)}.` : undefined

export const inWords = (count: number) => count.toLocaleString('en-US')

const limit = (most: number) => ({
  error: ({ input }: { input?: unknown }) => tooLong(String(input), most),
  // No pattern is tried on a text of any length.
  abort: true,
})

const LINE_BREAK = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/gu
/** Without the marks of direction and the joiners, which Hebrew, Arabic, Persian and emoji need. */
const CONTROL_OR_DIRECTION = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
/** Of texts with many lines: embeddings and isolates stay, which a text in two scripts may need. */
const CONTROL_OR_OVERRIDE = /(?![\t\n])\p{Cc}|[\u202d\u202e]/gu
const VISIBLE = /[^\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

const visible = (text: string) => (VISIBLE.test(text) ? text.trim() : '')

/**
 * A name or title as it is stored: in one line, without what is not to be seen and changes how the text around it reads. Where nothing is to
 * be seen it is empty.
 */
export const oneLine = (typed: string) => visible(typed.replace(LINE_BREAK, ' ').replace(CONTROL_OR_DIRECTION, ''))

/** The same for a text of many lines, which keeps them. */
export const manyLines = (typed: string) => visible(typed.replace(/\r\n?/g, '\n').replace(CONTROL_OR_OVERRIDE, ''))

/** `missing`: said when there is none. It is refused when it is too long, never cut. */
export const Line = (most: number, missing?: string) => z.string(missing).overwrite(oneLine).max(most, limit(most))
export const Lines = (most: number, missing?: string) => z.string(missing).overwrite(manyLines).max(most, limit(most))

/** Addresses and what is searched for: as typed, without the blanks around it. */
export const Text = (most: number, missing?: string) => z.string(missing).trim().max(most, limit(most))

/** A secret is taken as it is, blanks included. */
export const Secret = (most: number) => z.string().max(most, limit(most))

/** What a list may be searched for. The search box says that the rest of a longer text is not looked for. */
export const MAX_SEARCH = 200
export const searchOf = (typed: string) => typed.trim().slice(0, MAX_SEARCH)
export const Search = Text(MAX_SEARCH).optional()
