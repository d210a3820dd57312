import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadProblem } from '../../../web/api/call.ts'
import { keyOf, useApi } from '../../../web/api/query.ts'
import { useSend } from '../../../web/api/send.ts'
import { follow } from '../../../web/live/follow.ts'
import { Banner } from '../../../web/ui/Banner.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { Switch } from '../../../web/ui/Checkbox.tsx'
import { dayOf } from '../../../web/ui/dates.ts'
import { MemberLink } from '../../../web/ui/MemberLink.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { ThanksText } from '../../../web/ui/ThanksText.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import {
  type Given,
  getIntroductionsOf,
  listMyIntroductions,
  type MyIntroductions as Mine,
  type Person,
  type Received,
  showIntroductions,
} from '../../outcomes/contract.ts'

follow('notifications', { refetches: [listMyIntroductions] })

/** On My Profile: the introductions that I made and received, and whether others see how many. */
export function MyIntroductions() {
  const { data, error, refetch } = useApi(listMyIntroductions)
  return (
    <Card as="section" title="Your introductions">
      {data ? (
        <Lists data={data} />
      ) : error ? (
        <Banner title="Your introductions could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
          {loadProblem(error)}
        </Banner>
      ) : (
        <SkeletonRegion label="Loading your introductions">
          <SkeletonLines lines={2} />
        </SkeletonRegion>
      )}
    </Card>
  )
}

function Lists({ data: { given, received, is_shown } }: { data: Mine }) {
  if (given.length === 0 && received.length === 0)
    return (
      <p className="text-muted">
        {'Whom you introduce, and who introduces you, will stand here. '}
        <Link to="/introduction-requests" className="text-accent underline underline-offset-4">
          See who is looking for an introduction
        </Link>
        .
      </p>
    )
  return (
    <div className="flex flex-col gap-6">
      <p className="-mt-2 text-sm text-muted">Only you see these lists.</p>
      {given.length > 0 && (
        <Part title="Introductions you made">
          {given.map(each => (
            <GivenItem key={each.offer_id} introduction={each} />
          ))}
        </Part>
      )}
      {received.length > 0 && (
        <Part title="Introductions you received">
          {received.map(each => (
            <ReceivedItem key={each.offer_id} introduction={each} />
          ))}
        </Part>
      )}
      {given.length > 0 && <Visibility isShown={is_shown} />}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-3 text-lg">{title}</h3>
    <ul className="flex flex-col gap-4">{children}</ul>
  </div>
)

const Name = ({ person: { id, full_name } }: { person: Person }) => (
  <MemberLink name={full_name || (id === null ? 'a former member' : 'a member')} profileId={id} />
)

const GivenItem = ({ introduction: { requester, target, thanks, ...about } }: { introduction: Given }) => (
  <li className="flex min-w-0 flex-col gap-2">
    <p className="wrap-anywhere">
      You introduced <Name person={requester} /> to <Name person={target} />
    </p>
    <About {...about} />
    {thanks && <ThanksText thanks={thanks} />}
  </li>
)

const ReceivedItem = ({ introduction: { introducer, other, ...about } }: { introduction: Received }) => (
  <li className="flex min-w-0 flex-col gap-2">
    <p className="wrap-anywhere">
      <Name person={introducer} /> introduced you to <Name person={other} />
    </p>
    <About {...about} />
  </li>
)

const About = ({ request_id, request_title, agreed_at }: Pick<Given, 'request_id' | 'request_title' | 'agreed_at'>) => (
  <p className="-mt-1 text-sm text-muted">
    <Link
      to="/introduction-requests"
      search={{ request: String(request_id) } as never}
      dir="auto"
      className="text-accent wrap-anywhere hover:underline"
    >
      {request_title}
    </Link>
    {` · ${dayOf(agreed_at)}`}
  </p>
)

/** Takes effect at once; shown before the server answers. */
function Visibility({ isShown }: { isShown: boolean }) {
  const cache = useQueryClient()
  const key = keyOf(listMyIntroductions, undefined)
  const set = (is_shown: boolean) =>
    cache.setQueryData<Mine>(key, before => (before ? { ...before, is_shown } : undefined))
  const { send } = useSend(showIntroductions, {
    refresh: [getIntroductionsOf],
    failure: 'Your choice was not saved',
    before({ is_shown }) {
      set(is_shown)
      return () => set(!is_shown)
    },
  })
  return (
    <div className="border-t border-line pt-5">
      <Switch
        label="Show on my member page how many introductions I made"
        hint="With the thanks that all members may read. Others see the number from three on. It counts an introduction one to three weeks after both agreed, on a day drawn by lot, and keeps it if the request is deleted later."
        checked={isShown}
        onChange={is_shown => void send({ is_shown })}
      />
    </div>
  )
}
