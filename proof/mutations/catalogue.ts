import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newClient } from '../../database/connection/client.ts'
import { projectRoot, sqlFiles } from '../../database/migrate/sql-files.ts'
import type { Mutation } from './mutation.ts'

type Policy = { name: string; on_table: string; cmd: string; using: string | null; check: string | null }
type Trigger = { name: string; on_table: string }
type Rule = { name: string; signature: string; definition: string; body: string; language: string }

/** Every policy, trigger and boolean function of a migrated database, each taken away or answering true. */
export async function databaseMutations(url: string): Promise<Mutation[]> {
  const owner = newClient({ connectionString: url })
  await owner.connect()
  try {
    const policies = await owner.query<Policy>(`
      select quote_ident(policyname) as name, tablename as on_table, cmd, qual as using, with_check as check
      from pg_policies where schemaname = 'public' order by 2, 1`)
    const triggers = await owner.query<Trigger>(`
      select quote_ident(tgname) as name, c.relname as on_table from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not tgisinternal and c.relnamespace = 'public'::regnamespace order by 2, 1`)
    const rules = await owner.query<Rule>(`
      select proname as name, p.oid::regprocedure::text as signature, pg_get_functiondef(p.oid) as definition, prosrc as body, lanname as language
      from pg_proc p join pg_language l on l.oid = p.prolang
      where pronamespace = 'public'::regnamespace and prorettype = 'boolean'::regtype and lanname in ('sql', 'plpgsql') order by 2`)
    return [...policies.rows.flatMap(ofPolicy), ...triggers.rows.map(ofTrigger), ...rules.rows.map(ofFunction)]
  } finally {
    await owner.end()
  }
}

const files = sqlFiles().rules.map(file => ({ file, text: readFileSync(join(projectRoot, file), 'utf8') }))
const fileWith = (created: RegExp) => files.find(({ text }) => created.test(text))?.file

function ofPolicy({ name, on_table, cmd, using, check }: Policy): Mutation[] {
  const policy = `policy ${name} on ${on_table}`
  const common = {
    file: fileWith(new RegExp(`create policy ${name} on ${on_table}\\b`)),
    words: wordsOf(on_table, name),
  }
  const without = { ...common, name: `${policy} dropped`, sql: `drop policy ${name} on ${on_table}` }
  const open = (what: string, ...clauses: string[]) => ({
    ...common,
    name: `${policy}: ${what} true`,
    sql: `alter policy ${name} on ${on_table} ${clauses.join(' ')}`,
  })
  const opened: Mutation[] = []
  // An update with one rule for the row before and after: opening one of the two would leave the other.
  if (cmd === 'UPDATE' && isRule(using) && using === check)
    opened.push(open('using and with check', 'using (true)', 'with check (true)'))
  else {
    if (isRule(using)) opened.push(open('using', 'using (true)'))
    if (isRule(check)) opened.push(open('with check', 'with check (true)'))
  }
  return [without, ...opened]
}

const isRule = (condition: string | null) => condition !== null && condition !== 'true'

const ofTrigger = ({ name, on_table }: Trigger): Mutation => ({
  name: `trigger ${name} on ${on_table} dropped`,
  sql: `drop trigger ${name} on ${on_table}`,
  file: fileWith(new RegExp(`create (constraint )?trigger ${name}\\s[^;]*?\\son ${on_table}\\b`)),
  words: wordsOf(on_table, name),
})

function ofFunction({ name, signature, definition, body, language }: Rule): Mutation {
  const [, type = ''] = /\((\w*)/.exec(signature) ?? []
  return {
    name: `function ${signature} always true`,
    sql: definition.replace(body, () => (language === 'sql' ? ' select true ' : ' begin return true; end ')),
    file: fileWith(new RegExp(`create function ${name}\\(\\w* ?${type}`)),
    words: wordsOf(/^(integer|text|uuid)$/.test(type) ? '' : type, name),
  }
}

const wordsOf = (table: string, name: string) => [
  ...new Set([table, ...table.split('_'), ...name.split('_')].filter(word => word.length > 3)),
]
