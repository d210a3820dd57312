import { say, seconds } from '../scripts/command-line.ts'
import type { Part } from './part.ts'
import { bundledPostgres, installedMajors, type PostgresBinaries, postgresVersions } from './postgres-versions.ts'
import { failOver } from './several/failover.ts'
import { withProcesses } from './several/processes.ts'
import { restartInTurn } from './several/rolling-restart.ts'
import { checkShared } from './several/shared-checks.ts'
import { registerWriters } from './writers.ts'

const WRITERS = 6

type Round = { isRight: boolean; requests: number; acknowledged: number; servedAgain: number }

export const severalProcesses: Part = {
  promise:
    'Three server processes behind a load balancer, started at once on an empty database with a synchronous standby, share sessions, limits, live updates, idempotency keys, jobs and files; ' +
    'a rolling restart under load fails no request; when the primary is killed with -9 under load and the standby promoted, the same processes serve again by themselves, ' +
    'no acknowledged write is lost or doubled, and live streams resume.',
  rounds: 3,
  async prove(rounds) {
    const { found } = await postgresVersions(installedMajors())
    const binaries = found.at(-1) ?? bundledPostgres()
    const all: Round[] = []
    for (let round = 0; round < rounds; round++) all.push(await runRound(binaries))
    const sum = (value: (round: Round) => number) => all.reduce((total, round) => total + value(round), 0)
    const slowest = Math.max(...all.map(({ servedAgain }) => servedAgain))
    return {
      passed: rounds > 0 && all.every(({ isRight }) => isRight),
      found:
        `${all.filter(({ isRight }) => isRight).length} of ${rounds} rounds good (PostgreSQL ${binaries.version}), ${sum(({ acknowledged }) => acknowledged)} writes acknowledged; ` +
        `${sum(({ requests }) => requests)} requests during the rolling restarts; each process served again at most ${seconds(slowest)} after the primary was killed`,
    }
  },
}

const runRound = (binaries: PostgresBinaries): Promise<Round> =>
  withProcesses(binaries, async processes => {
    const community = await registerWriters(processes.proxy.url, WRITERS)
    const notShared = await checkShared(processes)
    say(notShared.length === 0 ? 'shared by the processes: everything' : `NOT shared: ${notShared.join('; ')}`)
    const restarted = await restartInTurn(processes, community)
    say(restarted.words)
    const failedOver = await failOver(processes, community)
    say(failedOver.words)
    const failures = [...notShared, ...restarted.failures, ...failedOver.failures]
    say(failures.length === 0 ? 'good' : `NOT GOOD: ${failures.slice(0, 10).join('; ')}`)
    return {
      isRight: failures.length === 0,
      requests: restarted.requests,
      acknowledged: restarted.acknowledged + failedOver.acknowledged,
      servedAgain: Math.max(...failedOver.servedAgain),
    }
  })
