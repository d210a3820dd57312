import type { ComponentType } from 'react'
import { messageOf } from '../../../web/api/call.ts'
import { Banner } from '../../../web/ui/Banner.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'

export type ListedMember = { id: number; full_name: string; profile_picture: string | null }

/** Members whom the member has muted or refused, each with a button that takes it back. */
export function MemberList({
  id,
  title,
  text,
  nobody,
  loading,
  failed,
  query: { data, error, refetch },
  Row,
}: {
  id: string
  title: string
  text: string
  /** For an empty list. */
  nobody: string
  loading: string
  failed: string
  query: { data?: ListedMember[]; error: Error | null; refetch: () => Promise<unknown> }
  Row: ComponentType<{ member: ListedMember }>
}) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      <p className="text-sm text-muted">{text}</p>
      {data ? (
        <ul className="mt-2 divide-y divide-line">
          {data.map(member => (
            <Row key={member.id} member={member} />
          ))}
          {data.length === 0 && <li className="text-sm text-muted">{nobody}</li>}
        </ul>
      ) : error ? (
        <div className="mt-3">
          <Banner title={failed} action={<TryAgain size="sm" again={refetch} />}>
            {messageOf(error)}
          </Banner>
        </div>
      ) : (
        <SkeletonRegion label={loading} className="mt-3">
          <SkeletonLines lines={1} />
        </SkeletonRegion>
      )}
    </section>
  )
}
