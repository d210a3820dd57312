import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../../web/api/call.ts'
import { keyOf, useApi } from '../../../../web/api/query.ts'
import { useSend } from '../../../../web/api/send.ts'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { Card } from '../../../../web/ui/Card.tsx'
import { Switch } from '../../../../web/ui/Checkbox.tsx'
import { TryAgain } from '../../../../web/ui/TryAgain.tsx'
import { getMatchSettings, saveMatchSettings } from '../../../matches/contract.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { RefusedMembers } from './RefusedMembers.tsx'

/** Whether I am suggested to others, and whom I do not want to be suggested. */
export function MatchesCard() {
  const { data, error, refetch } = useApi(getMatchSettings)
  return (
    <Card as="section" title="People for you">
      {data ? (
        <SuggestMe isOn={data.is_suggested} />
      ) : error ? (
        <Banner title="Your choice could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
          {messageOf(error)}
        </Banner>
      ) : (
        <RowsSkeleton label="Loading your choice" rows={1} />
      )}
      <div className="mt-6 border-t border-line pt-5">
        <RefusedMembers />
      </div>
    </Card>
  )
}

function SuggestMe({ isOn }: { isOn: boolean }) {
  const cache = useQueryClient()
  const { send, busy } = useSend(saveMatchSettings, {
    onSuccess: saved => void cache.setQueryData(keyOf(getMatchSettings), saved),
    about: 'suggest me',
    success: ({ is_suggested }) =>
      is_suggested
        ? 'From tomorrow on, you may be suggested to other members'
        : 'From tomorrow on, you are not suggested to other members',
    failure: 'Your choice was not saved',
  })
  return (
    <Switch
      label="Suggest me to other members"
      hint="On their home page and in their mails, if what one of you looks for is what the other can help with, or you have something in common. Nobody learns what you choose here: it holds from the next day on, and everybody is left out at times. The directory lists you in any case."
      checked={isOn}
      busy={busy}
      onChange={is_suggested => void send({ is_suggested })}
    />
  )
}
