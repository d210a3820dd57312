import { statementsOn } from '../database/connection/database.ts'
import { Problem } from '../database/connection/problem.ts'
import { eventHistory, restoreEvent } from '../features/events/history.ts'
import { type Command, commands } from '../features/operator/commands.ts'
import { runCommand, say } from './command-line.ts'
import { withOwner } from './owner.ts'

const number = (text: string | undefined) => {
  if (!/^\d{1,9}$/.test(text ?? '')) throw new Problem('Which one?', 'Give its number.')
  return Number(text)
}

/** Commands for the history of the calendar. */
const calendar: Record<string, Command> = {
  'event-changes': {
    takes: '[event]',
    does: 'the latest changes to the calendar, or to one event',
    run: async (tx, event) =>
      (await eventHistory(tx, { eventId: event === undefined ? undefined : number(event) })).map(
        one =>
          `${one.id}  ${one.changed_at.toISOString()}  event ${one.event_id} ${one.action} by ${one.changed_by ?? 'the operator'}: ${one.title ?? ''}`,
      ),
  },
  'restore-event': {
    takes: '<change>',
    does: 'restore the event to its state before that change',
    run: async (tx, change) => {
      const { id, title } = await restoreEvent(tx, number(change))
      return [`Event ${id}, '${title}', is restored to its state before change ${change}.`]
    },
  },
}

const all = { ...commands, ...calendar }
const usage = Object.entries(all)
  .map(([name, { takes, does }]) => `  npm run operator -- ${`${name} ${takes}`.padEnd(44)} ${does}`)
  .join('\n')

/** `npm run operator -- <command>`: works with or without a running server. */
await runCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const command = all[name]
  if (!command) throw new Problem(name ? `There is no command '${name}'.` : 'What is to be done?', usage)
  await withOwner(async owner => {
    await owner.query('begin')
    const lines = await command.run(statementsOn(owner), ...args)
    await owner.query('commit')
    for (const line of lines) say(line)
    if (lines.length === 0) say('There is nothing to list.')
  })
})
