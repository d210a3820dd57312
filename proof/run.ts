import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../database/connection/problem.ts'
import { runCommand, say, seconds } from '../scripts/command-line.ts'
import { backup } from './backup.ts'
import { clock } from './clock.ts'
import { diskFull } from './disk-full.ts'
import { hostileInput } from './hostile-input.ts'
import { injection } from './injection.ts'
import { killed, killedControl } from './killed.ts'
import { mutations } from './mutations.ts'
import { overload } from './overload.ts'
import { machine, pageWith } from './page.ts'
import type { Part, Result } from './part.ts'
import { restarts } from './restarts.ts'
import { severalProcesses } from './several-processes.ts'
import { slowClients } from './slow-clients.ts'

const parts: Record<string, Part> = {
  backup,
  clock,
  'disk-full': diskFull,
  'hostile-input': hostileInput,
  injection,
  killed,
  'killed-control': killedControl,
  mutations,
  overload,
  restarts,
  'several-processes': severalProcesses,
  'slow-clients': slowClients,
}
/** The setting that changes what a part tests. */
const versions = process.env.PROOF_POSTGRES ? `PROOF_POSTGRES=${process.env.PROOF_POSTGRES} ` : ''
const PAGE = join(import.meta.dirname, '../docs/proof.md')

/** The later parts still run. */
function failed(error: unknown): Result {
  console.error(error)
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
  return { passed: false, found: `it ended with an error: ${reason}` }
}

/** `npm run proof [-- <part> [rounds]]`: tests what the product promises, and writes the results to docs/proof.md. */
await runCommand(async () => {
  const [name, rounds] = process.argv.slice(2)
  if ((name && !(name in parts)) || (rounds && !/^\d{1,6}$/.test(rounds)))
    throw new Problem(
      name && !(name in parts) ? `There is no part '${name}'.` : 'How many rounds?',
      Object.keys(parts)
        .map(part => `  npm run proof -- ${part} [rounds]`)
        .join('\n'),
    )
  for (const [partName, part] of Object.entries(parts)) {
    if (name && name !== partName) continue
    const times = Number(rounds ?? part.rounds)
    say(`\n== ${partName}: ${part.promise}`)
    const began = performance.now()
    const { passed, found } = await part.prove(times).catch(failed)
    say(`${passed ? 'Passed' : 'FAILED'}: ${found} (${seconds(performance.now() - began)})`)
    if (!passed) process.exitCode = 1
    const result = {
      name: partName,
      promise: part.promise,
      passed,
      found,
      command: `${versions}npm run proof -- ${partName} ${times}`,
      date: new Date().toISOString().slice(0, 10),
      machine: machine(),
    }
    writeFileSync(PAGE, pageWith(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '', result))
  }
})
