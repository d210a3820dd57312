import { name, sql } from '../connection/sql.ts'
import { textLiteral } from './limit.ts'

/**
 * Statements for a table in which members mark other members (mutes, refusals): `column` is the marked profile, `flag` the field of the reply.
 * Nobody marks themselves: it would have no effect.
 */
export function memberMarks(table: string, column: string, flag: string) {
  const [marks, marked] = [name(table), name(column)]
  const isMarked = (id: number) => sql`
    select json_build_object(${textLiteral(flag)}, exists (select from ${marks} m where m.user_id = me() and m.${marked} = p.id))
    from profiles p where p.id = ${id}`
  return {
    isMarked,
    mark: (me: string, id: number) => [
      sql`
        insert into ${marks} (user_id, ${marked}) select ${me}, id from profiles where id = ${id} and user_id <> ${me}
        on conflict do nothing`,
      isMarked(id),
    ],
    unmark: (id: number) => [sql`delete from ${marks} where user_id = me() and ${marked} = ${id}`, isMarked(id)],
    all: () => sql`
      select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url)
        order by p.full_name, p.id), '[]')
      from ${marks} m join profiles p on p.id = m.${marked} where m.user_id = me()`,
  }
}
