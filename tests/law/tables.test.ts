import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { everyLaw } from './every-law.ts'

const { tables } = await everyLaw()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

type Row = { name: string; kind: string; has_rules: boolean; role: string; rights: string }

/** Tables and views of every schema with the rights from the catalogue. Names outside `public` include the schema. A right on a single column counts. */
const found = () =>
  server.owner.rows<Row>(sql`
    select c.oid::regclass::text as name, c.relkind::text as kind, c.relrowsecurity as has_rules, r.role,
      concat(
        case when has_any_column_privilege('community_' || r.role, c.oid, 'select') then 's' end,
        case when has_any_column_privilege('community_' || r.role, c.oid, 'insert') then 'i' end,
        case when has_any_column_privilege('community_' || r.role, c.oid, 'update') then 'u' end,
        case when has_table_privilege('community_' || r.role, c.oid, 'delete') then 'd' end) as rights
    from pg_class c cross join (values ('server'), ('member'), ('visitor')) r(role)
    where c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)
      and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`)

test('every table has row-level security on', async () => {
  const open = (await found()).filter(row => 'rpf'.includes(row.kind) && !row.has_rules)
  expect(open.map(row => row.name)).toEqual([])
})

test('every view runs with the rights of its caller (security_invoker)', async () => {
  const views = await server.owner.rows<{ relname: string }>(sql`
    select relname from pg_class
    where relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) and relkind = 'v'
      and not coalesce(reloptions @> array['security_invoker=true'], false)`)
  expect(views).toEqual([])
})

test('every table × command × role is as listed, and no table is missing', async () => {
  const real: Record<string, Record<string, string>> = {}
  for (const row of await found()) real[row.name] = { ...real[row.name], [row.role]: row.rights || '-' }
  expect(real).toEqual(tables)
})

test('the serving roles own nothing, cannot bypass row-level security and cannot log in', async () => {
  const free = await server.owner.rows(sql`
    select rolname from pg_roles where rolname in ('community_server', 'community_member', 'community_visitor', 'community_jobs')
      and (rolsuper or rolbypassrls or rolcanlogin or rolinherit or rolcreaterole or rolcreatedb)`)
  const owned =
    await server.owner.rows(sql`select relname from pg_class where relowner::regrole::text like any (array['community\_%er', 'community\_jobs'])
    and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) and relowner::regrole::text <> current_user`)
  expect({ free, owned }).toEqual({ free: [], owned: [] })
})

test('SECURITY DEFINER functions have a fixed search path', async () => {
  const loose = await server.owner.rows(sql`
    select proname from pg_proc where pronamespace <> 'pg_catalog'::regnamespace and prosecdef
      and not coalesce(array_to_string(proconfig, ',') like '%search_path=%', false)`)
  expect(loose).toEqual([])
})
