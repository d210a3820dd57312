import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'
import { acceptedTypes, extensionOf } from './shared/files.ts'

const FOLDER = join(import.meta.dirname, 'demo')
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Links and files shared by members, in addition to the starter library. */
export async function demo(d: Demo): Promise<void> {
  // The starter library is the oldest content.
  await d.tx.run(
    sql`update resources set created_at = ${d.now}::timestamptz - interval '150 days' where user_id is null`,
  )
  for (const { days, type, category, title, address, description } of readLines()) {
    const sharer = d.random.pick(d.members)
    const file = address.startsWith('file:') ? await store(d, address.slice('file:'.length)) : null
    const url = file ? `/api/resource-files/${file.key}/${file.name}` : address
    const { id } = await d.tx.one<{ id: number }>(sql`
      insert into resources (title, description, resource_type, category, url, user_id, created_at)
      values (${title}, ${description}, ${type}, ${category}, ${url}, ${sharer.user_id},
        ${d.now}::timestamptz - make_interval(days => ${days}, hours => ${d.random.below(10)})) returning id`)
    if (file)
      await d.tx.run(sql`
        insert into resource_files (key, resource_id, name, size) values (${file.key}, ${id}, ${file.name}, ${file.size})`)
  }
}

async function store({ files, random }: Demo, name: string) {
  const bytes = readFileSync(join(FOLDER, 'files', name))
  const key = Array.from({ length: 22 }, () => random.pick([...LETTERS])).join('')
  await files.put(`resources/${key}`, bytes, acceptedTypes[extensionOf(name) ?? 'txt'])
  return { key, name, size: bytes.length }
}

/** One line per resource: days ago, type, category, title, link or file, description. */
function readLines() {
  const text = readFileSync(join(FOLDER, 'resources.txt'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map(line => {
      const [days, type, category, title, address = '', description] = line.split('|')
      return { days: Number(days), type, category, title, address, description }
    })
}
