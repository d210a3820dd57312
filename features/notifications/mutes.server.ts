import { memberMarks } from '../../database/list/member-marks.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { getMute, listMutes, muteMember, unmuteMember } from './contract.ts'

const mutes = memberMarks('mutes', 'muted_id', 'is_muted')

export default [
  read(getMute, ({ params: { id } }) => mutes.isMarked(id)),
  write(muteMember, ({ me, params: { id } }) => mutes.mark(me.user_id, id)),
  write(unmuteMember, ({ params: { id } }) => mutes.unmark(id)),
  read(listMutes, mutes.all),
]
