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

/** A text that members write, without the blanks around it. It is refused when it is too long, never cut. `missing`: said when there is none. */
export const Text = (most: number, missing?: string) => z.string(missing).trim().max(most, limit(most))

/** A secret is taken as it is, blanks included. */
export const Secret = (most: number) => z.string().max(most, limit(most))

/** What a list may be searched for. The search box says that the rest of a longer text is not looked for. */
export const MAX_SEARCH = 200
export const searchOf = (typed: string) => typed.trim().slice(0, MAX_SEARCH)
export const Search = Text(MAX_SEARCH).optional()
