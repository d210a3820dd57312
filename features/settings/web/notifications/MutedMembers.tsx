import { useApi } from '../../../../web/api/query.ts'
import { useSend } from '../../../../web/api/send.ts'
import { getMute, listMutes, unmuteMember } from '../../../notifications/contract.ts'
import { type ListedMember, MemberList } from '../MemberList.tsx'
import { MemberRow } from '../MemberRow.tsx'

export const MutedMembers = () => (
  <MemberList
    id="muted-members"
    title="Muted members"
    text="Nothing they do notifies you. They are not told."
    nobody="You have muted nobody."
    loading="Loading the muted members"
    failed="The muted members could not be loaded"
    query={useApi(listMutes)}
    Row={MutedMember}
  />
)

function MutedMember({ member }: { member: ListedMember }) {
  const { send, busy } = useSend(unmuteMember, {
    refresh: [listMutes, getMute],
    about: `mute ${member.id}`,
    success: ['No longer muted', `You are notified of ${member.full_name} again.`],
    failure: 'The member was not unmuted',
  })
  return <MemberRow member={member} action="Unmute" busy={busy} onAct={() => void send({ id: member.id })} />
}
