import { MAX_MENTIONS, type Mention } from '../../contract/mentions.ts'
import { mentionsIn } from '../ui/mentions.ts'
import { withoutBlanks } from './typed.ts'
import type { Problem } from './use-form.ts'

/**
 * `normalize` for a form with mentions. The value `mentions` holds every member who was picked, so that a name that is cut and pasted stays a
 * mention; those whose name is in the text are sent. `isSilent`: mentions in this text tell nobody and are not sent.
 */
export const withMentions =
  <Values extends { mentions: Mention[] }>(textOf: (values: Values) => string, isSilent = (_: Values) => false) =>
  (values: Values, row: { mentions: Mention[] } | null): Values => {
    const known = [...(row?.mentions ?? []), ...values.mentions]
    return { ...withoutBlanks(values), mentions: isSilent(values) ? [] : mentionsIn(textOf(values), known) }
  }

/** The field of a request: the ids. Left out if there are none to send. */
export const idsOf = (mentions: Mention[] | undefined) => mentions && { mentions: mentions.map(({ id }) => id) }
export const newIdsOf = (mentions: Mention[]) => idsOf(mentions.length > 0 ? mentions : undefined)

export function tooManyMentions(mentions: readonly Mention[]): string | undefined {
  const excess = mentions.length - MAX_MENTIONS
  if (excess <= 0) return undefined
  return `You mention ${mentions.length} members, but at most ${MAX_MENTIONS} are allowed. Please remove ${excess}.`
}

/** For `check`. */
export function mentionProblem(field: string, mentions: readonly Mention[]): Problem | undefined {
  const text = tooManyMentions(mentions)
  return text ? { fields: { [field]: text } } : undefined
}
