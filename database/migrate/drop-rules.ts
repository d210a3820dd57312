import type pg from 'pg'

/**
 * Drops everything that rules.sql and triggers.sql create: policies, triggers, views, functions and grants, so that only what these files
 * define exists afterwards. Keeps functions that a table depends on (index, generated column, default). In the schema of the job
 * queue, drops only policies and grants: its tables and functions belong to pg-boss.
 */
export async function dropRules(owner: pg.Client): Promise<void> {
  await owner.query(`do $$ declare item record; begin
    for item in select policyname, schemaname, tablename from pg_policies where schemaname in ('public', 'jobs') loop
      execute format('drop policy %I on %I.%I', item.policyname, item.schemaname, item.tablename);
    end loop;
    for item in select tgname, tgrelid::regclass as on_table from pg_trigger join pg_class c on c.oid = tgrelid
        where not tgisinternal and c.relnamespace = 'public'::regnamespace loop
      execute format('drop trigger %I on %s', item.tgname, item.on_table);
    end loop;
    for item in select oid::regclass as name from pg_class v where relkind = 'v' and relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = v.oid and classid = 'pg_class'::regclass and deptype = 'e') loop
      execute format('drop view if exists %s cascade', item.name); -- a view may depend on another
    end loop;
    for item in select oid::regprocedure as name from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e') loop
      begin
        execute format('drop function %s', item.name);
      exception when dependent_objects_still_exist then null; -- a table depends on it
      end;
    end loop;
    revoke all on schema public from public;
    revoke all on all tables in schema public from community_server, community_member, community_visitor, public;
    revoke all on all sequences in schema public from community_server, community_member, community_visitor, public;
    revoke all on all functions in schema public from community_server, community_member, community_visitor;
    if to_regnamespace('jobs') is not null then
      revoke all on schema jobs from community_jobs, public;
      revoke all on all tables in schema jobs from community_jobs, public;
      revoke all on all functions in schema jobs from community_jobs, public;
    end if;
  end $$`)
}
