import { Skeleton, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { cellLook, rowLook, TableFrame } from './RequestTable.tsx'

const rows = [0, 1, 2, 3, 4, 5, 6, 7]

/** A skeleton with the layout of the list. */
export const RequestSkeleton = () => (
  <SkeletonRegion label="Loading introduction requests">
    <TableFrame>
      {rows.map(row => (
        <tr key={row} className={rowLook}>
          <td className={cellLook.request}>
            <Skeleton className="mb-2 h-5 w-4/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </td>
          <td className={cellLook.company}>
            <Skeleton className="h-4 w-3/4 @max-xl:w-24" />
          </td>
          <td className={cellLook.status}>
            <Skeleton round className="h-5 w-20 @max-xl:ml-auto" />
          </td>
          <td className={cellLook.created}>
            <Skeleton className="h-3.5 w-36" />
          </td>
          <td className={cellLook.actions}>
            <Skeleton className="h-8 w-14 @max-xl:ml-auto" />
          </td>
        </tr>
      ))}
    </TableFrame>
  </SkeletonRegion>
)
