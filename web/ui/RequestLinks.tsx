import { Link } from '@tanstack/react-router'
import { type IntroductionRequest, statusLabels } from '../../features/introductions/contract.ts'

/** Introduction requests on the page of their target, each with a link to it. */
export const RequestLinks = ({ requests }: { requests: IntroductionRequest[] }) => (
  <ul className="flex flex-col gap-3">
    {requests.map(request => (
      <li key={request.id} className="min-w-0 text-sm">
        <Link
          to="/introduction-requests"
          search={{ request: String(request.id) } as never}
          dir="auto"
          className="line-clamp-2 text-left text-base font-medium text-accent wrap-anywhere hover:underline"
        >
          {request.request_title}
        </Link>
        <p className="text-muted wrap-anywhere">
          By <bdi>{request.user_name || (request.profile_id === null ? 'a former member' : 'a member')}</bdi>
          {` · ${statusLabels[request.status]}`}
        </p>
      </li>
    ))}
  </ul>
)
