import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Member, TestServer } from '../test-server.ts'

/** The people a law is tried with: `owner` made the thing, `other` is another member. */
export type Cast = { server: TestServer; owner: Member; other: Member }
export type Attempt = { path: string; body?: unknown; headers?: Record<string, string> }

/** What each relation gets. `needs_second_factor` is an owner who has given the password and still owes the second factor. */
type Answers = Record<'visitor' | 'signed_out' | 'needs_second_factor' | 'owner' | 'other', number>

/**
 * One route. `make` arranges a fresh thing of the owner's and says how it is asked for, once for each relation, so that an attempt never
 * meets what another has done.
 */
export type RouteLaw = Answers & {
  route: string
  make?: (cast: Cast) => Promise<Attempt>
}

/** The same for everybody, session or not. */
export const anyone = (status: number): Answers => ({
  visitor: status,
  signed_out: status,
  needs_second_factor: status,
  owner: status,
  other: status,
})

/** For members. Where it is about a thing of the owner's, another member gets something else. */
export const members = (owner: number, other = owner): Answers => ({
  visitor: 401,
  signed_out: 401,
  needs_second_factor: 403,
  owner,
  other,
})

/** For members, also before the second factor is given. */
export const beforeSecondFactor = (owner: number, other = owner): Answers => ({
  ...members(owner, other),
  needs_second_factor: owner,
})

/** What each role may do to a table at all, as letters: s(elect) i(nsert) u(pdate) d(elete), '-' for none. Rows are the policies' matter. */
export type TableLaw = Record<string, { server: string; member: string; visitor: string }>

export type SliceLaw = { routes: RouteLaw[]; tables: TableLaw }

const features = join(import.meta.dirname, '../../features')

/** Every slice writes its law beside its rules: features/forum/forum.law.ts. */
export async function everyLaw(): Promise<SliceLaw> {
  const laws: SliceLaw[] = [await import('./server.law.ts')]
  for (const slice of readdirSync(features).sort())
    for (const file of readdirSync(join(features, slice)))
      if (file.endsWith('.law.ts')) laws.push((await import(join(features, slice, file))) as SliceLaw)
  return { routes: laws.flatMap(law => law.routes), tables: Object.assign({}, ...laws.map(law => law.tables)) }
}
