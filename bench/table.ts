import type { Case, Measured } from './bench.ts'

export const title = (text: string) =>
  console.log(`\n${text}\n  ${'case'.padEnd(36)} conns   ours/s  limit/s  ratio   p50 ms  p99 ms  cpu ms (limit)`)

export function row(
  one: Case,
  connections: number,
  ours: Measured,
  theirs: Measured,
  ratio: number,
  isMissed: boolean,
): void {
  const cells = [
    one.name.padEnd(36),
    String(connections).padStart(5),
    ours.perSecond.toFixed(0).padStart(8),
    theirs.perSecond.toFixed(0).padStart(8),
    ratio.toFixed(2).padStart(6),
    ours.p50.toFixed(2).padStart(8),
    ours.p99.toFixed(2).padStart(7),
    `${ours.cpuMs.toFixed(2).padStart(7)} (${theirs.cpuMs.toFixed(2)})`,
  ]
  const goal = connections === 32 && one.goal !== undefined ? `  goal ${one.goal} ${isMissed ? 'MISSED' : 'met'}` : ''
  console.log(`  ${cells.join(' ')}${goal}`)
}
