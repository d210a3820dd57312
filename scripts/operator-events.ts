import { over } from '../database/database.ts'
import { Problem } from '../database/problem.ts'
import { eventHistory, restoreEvent } from '../features/events/history.ts'
import { withOwner } from './operator.ts'
import { plainly, say } from './plainly.ts'

const USAGE = `node scripts/operator-events.ts list [event]      the latest changes to the calendar, or to one event
node scripts/operator-events.ts restore <change>  put back what stood there before that change`

const [command = '', number = ''] = process.argv.slice(2)

await plainly(() =>
  withOwner(async owner => {
    if (command === 'list' && /^\d{0,9}$/.test(number)) {
      const changes = await eventHistory(over(owner), { eventId: number ? Number(number) : undefined })
      for (const one of changes)
        say(
          `${one.id}  ${one.changed_at.toISOString()}  event ${one.event_id} ${one.action} by ${one.changed_by ?? 'the operator'}: ${one.title ?? ''}`,
        )
      say(changes.length === 0 ? 'No changes yet.' : `The latest ${changes.length} changes, newest first.`)
    } else if (command === 'restore' && /^\d{1,9}$/.test(number)) {
      const { id, title } = await restoreEvent(over(owner), Number(number))
      say(`Event ${id}, '${title}', stands again as it was before change ${number}.`)
    } else throw new Problem('There is no such command.', USAGE)
  }),
)
