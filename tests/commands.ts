import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '../database/migrate/sql-files.ts'

/** A command as the operator runs it, with these settings and no others. */
export function start(script: string, args: string[], settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(projectRoot, 'scripts', script), ...args], {
    cwd: '/',
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export async function outcome(child: ChildProcess) {
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => output.push(String(chunk)))
  const [code] = await once(child, 'close')
  return { code, output: output.join('') }
}
export const run = (script: string, args: string[], settings: Record<string, string>) =>
  outcome(start(script, args, settings))
