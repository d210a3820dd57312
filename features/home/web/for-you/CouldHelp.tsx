import { Link } from '@tanstack/react-router'
import type { CouldHelp as Request } from '../../contract.ts'
import { sectionLink } from '../Section.tsx'
import { Part } from './Part.tsx'
import { Sentence } from './Sentence.tsx'
import { reasonsFor } from './sentence.ts'

export const CouldHelp = ({ requests }: { requests: Request[] }) => (
  <Part
    title="Requests you could help with"
    action={
      <Link to="/introduction-requests" search={{ show: 'help' } as never} className={sectionLink}>
        See all
      </Link>
    }
  >
    <ul className="divide-y divide-line">
      {requests.map(request => (
        <li key={request.id} className="relative py-2.5 text-sm max-sm:nth-2:border-b-0 max-sm:nth-[n+3]:hidden">
          <Link
            to="/introduction-requests"
            search={{ request: String(request.id) } as never}
            dir="auto"
            className="touchable-row line-clamp-2 text-left font-medium wrap-anywhere underline-offset-2 hover:underline"
          >
            {request.request_title || 'Untitled'}
          </Link>
          <p className="text-muted wrap-anywhere">
            <bdi>{request.user_name || 'A member'}</bdi>
            {' · '}
            <Sentence pieces={reasonsFor(request)} />
          </p>
        </li>
      ))}
    </ul>
  </Part>
)
