import { EditNotices } from '../../../web/form/EditNotices.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Dialog } from '../../../web/ui/Dialog.tsx'
import { zoneName } from '../../../web/ui/dates.ts'
import { FormBanner } from '../../../web/ui/FormBanner.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { Switch } from '../../../web/ui/Switch.tsx'
import { TextArea } from '../../../web/ui/TextArea.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { type Event, limits } from '../contract.ts'
import { eventTypeLabels, eventTypes, FIRST_DAY, LAST_DAY } from '../shared/event.ts'
import { labels, worded } from './event-values.ts'
import { useEventForm } from './use-event-form.ts'

const types = eventTypes.map(value => ({ value, label: eventTypeLabels[value] }))

type Props = { event: Event | null; onClose: () => void; onSaved: (event: Event) => void }

/** Edits an event, or creates one (null). Escape and ✕ keep the draft; Cancel discards it. */
export function EventDialog({ event, onClose, onSaved }: Props) {
  const form = useEventForm(event, onSaved, onClose)
  const { draft, change, problem } = form
  const cancel = () => {
    form.discard()
    onClose()
  }

  const field = (
    name: 'title' | 'description' | 'event_date' | 'start_time' | 'end_time' | 'location' | 'meeting_link',
  ) => ({
    name,
    value: draft[name] ?? '',
    error: problem(name),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })

  return (
    <Dialog
      open
      size="lg"
      title={event ? 'Edit Event' : 'Create Event'}
      onClose={onClose}
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" busy={form.busy}>
            {event ? 'Update Event' : 'Create Event'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {form.banner && <FormBanner key={form.refusals}>{form.banner}</FormBanner>}
        <EditNotices
          edit={form.edit}
          thing="this event"
          button={event ? 'Update Event' : 'Create Event'}
          labels={labels}
          worded={worded}
        />
        <TextField label="Title" required limit={limits.title} {...field('title')} />
        <TextArea label="Description" required limit={limits.description} rows={5} {...field('description')} />
        {/* Side by side if the time inputs fit. */}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4 sm:grid-cols-3">
          <div className="col-span-full sm:col-span-1">
            <TextField label="Date" required type="date" min={FIRST_DAY} max={LAST_DAY} {...field('event_date')} />
          </div>
          <TextField
            label="Start Time"
            required
            type="time"
            hint={zoneName}
            {...field('start_time')}
            onChange={({ target }) => form.changeStart(target.value)}
            onBlur={form.leaveTime}
          />
          <TextField
            label="End Time"
            required
            type="time"
            hint={zoneName}
            {...field('end_time')}
            onChange={({ target }) => form.changeEnd(target.value)}
            onBlur={form.leaveTime}
          />
        </div>
        <Switch
          label="Ends the next day"
          checked={draft.ends_next_day}
          onChange={ends_next_day => change({ ends_next_day })}
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <Select label="Event Type" options={types} value={draft.event_type} onChange={form.chooseType} />
          <div className="flex min-h-10 items-center">
            <Switch label="Online Event" checked={draft.is_online} onChange={is_online => change({ is_online })} />
          </div>
        </div>
        <TextField label="Location" required={!draft.is_online} limit={limits.location} {...field('location')} />
        {draft.is_online && (
          <TextField
            label="Meeting Link"
            required
            type="url"
            limit={limits.meeting_link}
            placeholder="https://"
            {...field('meeting_link')}
            onBlur={form.completeLink}
          />
        )}
      </div>
    </Dialog>
  )
}
