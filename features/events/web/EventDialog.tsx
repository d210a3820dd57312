import { FormDialog } from '../../../web/form/FormDialog.tsx'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
import { Switch } from '../../../web/ui/Checkbox.tsx'
import { zoneName } from '../../../web/ui/dates.ts'
import { FormBanner } from '../../../web/ui/FormBanner.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { TextArea } from '../../../web/ui/TextArea.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { type Event, limits } from '../contract.ts'
import { eventTypeLabels, eventTypes, FIRST_DAY, LAST_DAY } from '../shared/event.ts'
import { formatValue, labels } from './event-values.ts'
import { useEventForm } from './use-event-form.ts'

const types = eventTypes.map(value => ({ value, label: eventTypeLabels[value] }))

type Props = { event: Event | null; onClose: () => void; onSaved: (event: Event) => void }

/** Edits an event, or creates one (null). Escape and ✕ keep the draft; Cancel discards it. */
export function EventDialog({ event, onClose, onSaved }: Props) {
  const form = useEventForm(event, onSaved, onClose)
  const { values, change, field, refused } = form
  const button = event ? 'Update Event' : 'Create Event'
  return (
    <FormDialog form={form} size="lg" title={event ? 'Edit Event' : 'Create Event'} button={button} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {refused && <FormBanner key={refused.key}>{refused.text}</FormBanner>}
        <FormNotices form={form} subject="this event" button={button} labels={labels} formatValue={formatValue} />
        <TextField label="Title" required limit={limits.title} {...field('title')} />
        <TextArea label="Description" required limit={limits.description} rows={5} {...field('description')} />
        {/* Side by side if the time inputs fit. */}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4 sm:grid-cols-3">
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
          checked={values.ends_next_day}
          onChange={ends_next_day => change({ ends_next_day })}
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <Select label="Event Type" options={types} value={values.event_type} onChange={form.chooseType} />
          <div className="flex min-h-10 items-center">
            <Switch label="Online Event" checked={values.is_online} onChange={is_online => change({ is_online })} />
          </div>
        </div>
        <TextField label="Location" required={!values.is_online} limit={limits.location} {...field('location')} />
        {values.is_online && (
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
    </FormDialog>
  )
}
