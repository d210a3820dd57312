import { sql } from '../../database/connection/sql.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { getMute, listMutes, muteMember, unmuteMember } from './contract.ts'

const isMuted = (id: number) => sql`
  select json_build_object('is_muted', exists (select from mutes m where m.user_id = me() and m.muted_id = p.id))
  from profiles p where p.id = ${id}`

const mute = write(muteMember, ({ me, params: { id } }) => [
  // Muting oneself would have no effect.
  sql`
    insert into mutes (user_id, muted_id) select ${me.user_id}, id from profiles where id = ${id} and user_id <> ${me.user_id}
    on conflict do nothing`,
  isMuted(id),
])

const unmute = write(unmuteMember, ({ params: { id } }) => [
  sql`delete from mutes where user_id = me() and muted_id = ${id}`,
  isMuted(id),
])

const listed = read(
  listMutes,
  () => sql`
    select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url)
      order by p.full_name, p.id), '[]')
    from mutes m join profiles p on p.id = m.muted_id where m.user_id = me()`,
)

export default [read(getMute, ({ params }) => isMuted(params.id)), mute, unmute, listed]
