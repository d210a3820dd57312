import { useApi } from '../../../../web/api/query.ts'
import { useSend } from '../../../../web/api/send.ts'
import { listPeopleForMe, listPeopleToMeet, listRefused, takeBackRefusal } from '../../../matches/contract.ts'
import { type ListedMember, MemberList } from '../MemberList.tsx'
import { MemberRow } from '../MemberRow.tsx'

export const RefusedMembers = () => (
  <MemberList
    id="refused-members"
    title="Not for me"
    text="They are not suggested to you again. They are not told."
    nobody="Nobody."
    loading="Loading these members"
    failed="These members could not be loaded"
    query={useApi(listRefused)}
    Row={RefusedMember}
  />
)

function RefusedMember({ member }: { member: ListedMember }) {
  const { send, busy } = useSend(takeBackRefusal, {
    refresh: [listRefused, listPeopleForMe, listPeopleToMeet],
    about: `refuse ${member.id}`,
    success: ['Taken back', `${member.full_name} may be suggested to you again.`],
    failure: 'The member was not taken back',
  })
  return <MemberRow member={member} action="Take back" busy={busy} onAct={() => void send({ id: member.id })} />
}
