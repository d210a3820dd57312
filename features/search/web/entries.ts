import { searchOf } from '../../../contract/text.ts'
import { folded, withoutPunctuation } from '../../../web/ui/highlight.ts'
import type { Hit } from '../contract.ts'
import { type Command, commandsFor, similarCommandsFor } from './commands.ts'
import { addressOf, areClose, resultsFor } from './kinds.ts'
import type { Recent } from './recent.ts'

/** One line of the palette. */
export type Entry = { key: string; to?: string; run?: () => void } & (
  | { is: 'hit'; hit: Hit }
  | { is: 'recent'; recent: Recent }
  | { is: 'command'; command: Command }
  | { is: 'all'; q: string }
)
export type Group = { label: string; items: Entry[] }

/** While typing, few commands, so that the hits stay in view; all of those that are asked for by 'go to'. */
const MOST_COMMANDS = 3
const GO_TO = 'go to'

const command = (command: Command): Entry => ({ key: `command-${command.label}`, is: 'command', command, ...command })
const hit = (hit: Hit): Entry => ({ key: `${hit.kind}-${hit.id}`, is: 'hit', hit, to: addressOf(hit) })
const recent = (recent: Recent): Entry => ({
  key: `recent-${recent.kind}-${recent.id}`,
  is: 'recent',
  recent,
  to: addressOf(recent),
})

/**
 * The lines for what is typed, in groups. The first line is highlighted; groups without lines are left out. Typing errors in the name of a
 * command are forgiven if nothing is found without them, and after all else: Enter must not run a command instead of searching for a word
 * that only resembles one ('mark', 'Dark theme'), or of opening a hit that is still awaited.
 */
export function groupsFor(typed: string, hits: Hit[], recents: Recent[], isWaiting: boolean): Group[] {
  const q = searchOf(typed)
  const commands = commandsFor(q).map(command)
  const isNothingExact = commands.length === 0 && !isWaiting && (hits.length === 0 || areClose(hits))
  const similar = isNothingExact ? similarCommandsFor(q).map(command) : []
  const groups = q
    ? [
        { label: 'Commands', items: folded(q) === GO_TO ? commands : commands.slice(0, MOST_COMMANDS) },
        { label: areClose(hits) ? 'No exact match, these are similar' : 'Results', items: hits.map(hit) },
        { label: 'More', items: [{ key: 'all', is: 'all', q, to: resultsFor(q) } satisfies Entry] },
        { label: 'Similar commands', items: similar.slice(0, MOST_COMMANDS) },
      ]
    : [
        { label: 'Recent', items: recents.map(recent) },
        { label: 'Commands', items: commands },
      ]
  return groups.filter(({ items }) => items.length > 0)
}

/**
 * Of the hits for an earlier query, those that fit what is typed by now. Until the answer arrives they stay, and the others go: Enter must
 * not open what no longer fits.
 */
export function stillFitting(hits: Hit[], typed: string): Hit[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  return hits.filter(hit => {
    const text = folded([hit.title, ...hit.details, hit.author, hit.excerpt].join(' '))
    return words.every(word => text.includes(withoutPunctuation(word)))
  })
}
