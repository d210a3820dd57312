import { CalendarPlus } from 'lucide-react'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { eventCalendar } from '../contract.ts'

export function CalendarLink({ id, size = 'sm' }: { id: number; size?: 'sm' | 'md' }) {
  return (
    <LinkButton
      variant={size === 'sm' ? 'ghost' : 'secondary'}
      size={size}
      icon={CalendarPlus}
      // A browser without support for `download` uses the file name in the response.
      render={<a href={eventCalendar.path.replace(':id', String(id))} download={`event-${id}.ics`} />}
    >
      Add to calendar
    </LinkButton>
  )
}
