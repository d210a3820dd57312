import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { columns, queueRights } from './column-grants.ts'
import { definers, definerTriggers, invokers, otherTriggers } from './grants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

type Found = { name: string; is_definer: boolean; is_trigger: boolean; may: string }

/** Every function of every schema, except those of PostgreSQL and its extensions. Names outside `public` include the schema. */
const functions = () =>
  server.owner.rows<Found>(sql`
    select p.oid::regprocedure::text as name, prosecdef as is_definer, prorettype = 'trigger'::regtype as is_trigger,
      coalesce((select string_agg(left(role, 1), '' order by place)
        from unnest(array['server', 'member', 'visitor']) with ordinality roles(role, place)
        where has_function_privilege('community_' || role, p.oid, 'execute')), '-') as may
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('pg_catalog', 'information_schema')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)

const callable = (found: Found[]) => Object.fromEntries(found.map(({ name, may }) => [name, may]))

test('every SECURITY DEFINER function is listed with the roles that may call it', async () => {
  const found = (await functions()).filter(row => row.is_definer)
  expect(callable(found.filter(row => !row.is_trigger))).toEqual(definers)
  expect(found.filter(row => row.is_trigger).map(row => row.name)).toEqual(definerTriggers)
})

test('every other function is listed with the roles that may call it', async () => {
  const found = (await functions()).filter(row => !row.is_definer)
  expect(callable(found.filter(row => !row.is_trigger))).toEqual(invokers)
  expect(found.filter(row => row.is_trigger).map(row => row.name)).toEqual(otherTriggers)
})

test('every column grant is listed', async () => {
  const found = await server.owner.rows<{ grant: string; columns: string }>(sql`
    select c.oid::regclass || ' ' || replace(g.grantee::regrole::text, 'community_', '') || ' ' || lower(g.privilege_type) as grant,
      string_agg(a.attname, ' ' order by a.attnum) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace,
      aclexplode(a.attacl) g
    where n.nspname not in ('pg_catalog', 'information_schema') and g.grantee <> c.relowner group by 1 order by 1`)
  expect(Object.fromEntries(found.map(row => [row.grant, row.columns]))).toEqual(columns)
})

test('the roles have no rights outside the schema public and create nothing in it', async () => {
  const schemas = await server.owner.rows(sql`
    select nspname from pg_namespace n where nspname not in ('public', 'pg_catalog', 'information_schema')
      and exists (select from unnest(array['server', 'member', 'visitor']) role
        where has_schema_privilege('community_' || role, n.oid, 'usage') or has_schema_privilege('community_' || role, n.oid, 'create'))`)
  expect(schemas).toEqual([])
  const creators = await server.owner.rows(sql`
    select role from unnest(array['server', 'member', 'visitor']) role
    where has_schema_privilege('community_' || role, 'public', 'create')
      or has_database_privilege('community_' || role, current_database(), 'create')`)
  expect(creators).toEqual([])
})

test('the role of the job queue has exactly the listed rights, and none outside its schema', async () => {
  const role = 'community_jobs'
  const tables = await server.owner.rows<{ name: string; rights: string }>(sql`
    select c.oid::regclass::text as name, concat(
        case when has_any_column_privilege(${role}, c.oid, 'select') then 's' end,
        case when has_any_column_privilege(${role}, c.oid, 'insert') then 'i' end,
        case when has_any_column_privilege(${role}, c.oid, 'update') then 'u' end,
        case when has_table_privilege(${role}, c.oid, 'delete') then 'd' end) as rights
    from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace) order by 1`)
  const schemas = await server.owner.rows<{ nspname: string }>(sql`
    select nspname from pg_namespace where nspname not in ('pg_catalog', 'information_schema')
      and (has_schema_privilege(${role}, oid, 'usage') or has_schema_privilege(${role}, oid, 'create'))`)
  const callable = await server.owner.rows<{ name: string }>(sql`
    select oid::regprocedure::text as name from pg_proc
    where has_function_privilege(${role}, oid, 'execute') and has_schema_privilege(${role}, pronamespace, 'usage')
      and pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) order by 1`)
  expect({
    tables: Object.fromEntries(tables.filter(({ rights }) => rights).map(({ name, rights }) => [name, rights])),
    functions: callable.map(({ name }) => name),
    schemas: schemas.map(({ nspname }) => nspname),
  }).toEqual(queueRights)
  // No role inherits it: it has to be set explicitly.
  const members = await server.owner.rows(sql`
    select 1 from unnest(array['server', 'member', 'visitor']) who where pg_has_role('community_' || who, ${role}, 'usage')`)
  expect(members).toEqual([])
})
