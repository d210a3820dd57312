import { z } from 'zod'
import { Id } from './ids.ts'

export const MAX_MENTIONS = 10

/** The profiles whose names were picked as @name while writing. They are told if the name is in the text. */
export const Mentions = z.array(Id).max(MAX_MENTIONS, `At most ${MAX_MENTIONS} members can be mentioned.`).optional()

/** The members whose @name in a text is a link: picked while writing, and still in the text. Empty for anonymous texts. */
export const Mentioned = z.array(z.object({ id: z.int(), full_name: z.string() }))
export type Mention = z.infer<typeof Mentioned>[number]
