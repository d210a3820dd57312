import { sql } from '../database/connection/sql.ts'

/** The whole schema, from the catalogue, with its grants; of the job queue the tables, functions and grants. */
export const schema = sql`
  select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' ' || coalesce((select collname from pg_collation l where l.oid = a.attcollation), '') || ' '
      || a.attgenerated::text || a.attidentity::text || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || coalesce(a.attacl::text, '') as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not attisdropped
  union all select 'table ' || relname || relkind::text || relpersistence::text || relrowsecurity || coalesce(reloptions::text, '') || coalesce(relacl::text, '')
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')
  union all select 'queue ' || c.relname || relkind::text || relrowsecurity || coalesce(relacl::text, '') || coalesce((select string_agg(attname || format_type(atttypid, atttypmod), ', ' order by attname)
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped), '') from pg_class c where relnamespace = 'jobs'::regnamespace
  union all select 'queue function ' || oid::regprocedure || prosrc || coalesce(proacl::text, '') from pg_proc where pronamespace = 'jobs'::regnamespace
  union all select 'schema ' || nspname || coalesce(nspacl::text, '') from pg_namespace where nspname in ('public', 'jobs')
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass::text || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'policy ' || tablename || policyname || cmd || roles::text || coalesce(qual, '') || coalesce(with_check, '') from pg_policies
  union all select 'function ' || pg_get_functiondef(p.oid) || coalesce(proacl::text, '') from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind = 'f' and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all select 'step ' || name || hash from migrations
  order by 1`
