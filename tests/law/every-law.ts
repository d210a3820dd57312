import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteLaw, TableLaw } from './law.ts'

type SliceLaw = { routes: RouteLaw[]; tables: TableLaw }

const features = join(import.meta.dirname, '../../features')

/** Collects the laws of all slices, such as features/forum/forum.law.ts. */
export async function everyLaw(): Promise<SliceLaw> {
  const laws: SliceLaw[] = [await import('./server.law.ts')]
  for (const slice of readdirSync(features).sort())
    for (const file of readdirSync(join(features, slice)))
      if (file.endsWith('.law.ts')) laws.push((await import(join(features, slice, file))) as SliceLaw)
  return { routes: laws.flatMap(law => law.routes), tables: Object.assign({}, ...laws.map(law => law.tables)) }
}
