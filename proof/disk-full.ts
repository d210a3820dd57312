import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { say } from '../scripts/command-line.ts'
import type { Part } from './part.ts'
import { asOwner, compare } from './recount.ts'
import { type Server, startServer } from './server.ts'
import { type Community, GIVE_UP_MS, isGood, registerWriters, startWriting } from './writers.ts'

const DISK = 'size=300m'
/** Small, so that the file fills the disk to the last page. */
const BLOCK = Buffer.alloc(4096, 1)

export const diskFull: Part = {
  promise:
    'When the disk of the data folder is full, requests are answered, writes with 503, and the server process survives; no acknowledged write is lost, and the same process serves again when there is space.',
  rounds: 3,
  async prove(rounds) {
    const disk = mkdtempSync(join(tmpdir(), 'community-proof-disk-'))
    const refusal = mountSmallDisk(disk)
    if (refusal) {
      rmdirSync(disk)
      return {
        passed: false,
        found: `Not tested, because no small disk could be mounted (root on Linux is needed): ${refusal}`,
      }
    }
    try {
      const server = await startServer(join(disk, 'data'))
      try {
        const right = await fillRepeatedly(server, join(disk, 'filler'), rounds)
        return { passed: right === rounds && server.isAlive(), found: `${right} of ${rounds} rounds good` }
      } finally {
        await server.stop()
      }
    } finally {
      execFileSync('umount', ['--lazy', disk])
      rmdirSync(disk)
    }
  },
}

/** The reason if it is not possible. */
function mountSmallDisk(folder: string): string {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `${DISK},mode=711`, 'tmpfs', folder], { stdio: 'pipe' })
    return ''
  } catch (error) {
    return (error as Error).message.split('\n').join(' ').trim()
  }
}

async function fillRepeatedly(server: Server, filler: string, rounds: number): Promise<number> {
  const community = await registerWriters(server.url, 4)
  let right = 0
  for (let round = 0; round < rounds && server.isAlive(); round++)
    if (await fillOnce(server, community, filler)) right++
  return right
}

async function fillOnce({ url, dataDir, isAlive }: Server, community: Community, filler: string): Promise<boolean> {
  let answers: Record<string, number> = {}
  let isOver = false
  let freedAt = Number.POSITIVE_INFINITY
  const served = { read: 0, write: 0 }
  const writing = startWriting(community, {
    url: () => url,
    isOver: () => isOver,
    onAnswer: (status, isWrite, began) => {
      answers[status] = (answers[status] ?? 0) + 1
      if (isGood(status) && began > freedAt) served[isWrite ? 'write' : 'read'] ||= performance.now()
    },
  })
  const until = async (isTrue: () => boolean) => {
    const giveUp = performance.now() + GIVE_UP_MS
    while (!isTrue() && isAlive() && performance.now() < giveUp) await sleep(50)
  }
  await sleep(1000)
  fill(filler)
  answers = {}
  const upload = await saveAvatar(url, community.writers[0]?.cookie ?? '')
  // First tables cannot grow. A new segment of the write-ahead log ends PostgreSQL, which then cannot start.
  await sleep(3000)
  await endByLog(dataDir)
  await until(() => (answers['503'] ?? 0) > 50)
  await sleep(3000)
  const whileFull = answers
  answers = {}
  rmSync(filler)
  freedAt = performance.now()
  await until(() => served.read > 0 && served.write > 0)
  const servedAgain = Math.max(served.read, served.write) - freedAt
  isOver = true
  await writing
  const isServed = served.read > 0 && served.write > 0
  const { lost, doubled, miscounted } = await compare(dataDir, community.ledger)
  const allowed = ['200', '201', '204', '503', 'gone']
  const isRight =
    isServed &&
    upload === 503 &&
    (whileFull['503'] ?? 0) > 0 &&
    [...Object.keys(whileFull), ...Object.keys(answers)].every(status => allowed.includes(status)) &&
    lost.length + doubled.length + miscounted.length === 0
  say(
    `${isRight ? 'good' : 'NOT GOOD'}: answers while full ${JSON.stringify(whileFull)}, an upload ${upload}; ` +
      `${isServed ? `served again ${(servedAgain / 1000).toFixed(1)} s after space was freed` : 'NOT served again'}; ` +
      `${lost.length} lost, ${doubled.length} doubled, ${miscounted.length} counters wrong; answers afterwards ${JSON.stringify(answers)}`,
  )
  return isRight
}

function fill(filler: string): void {
  const file = openSync(filler, 'w')
  try {
    while (writeSync(file, BLOCK) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

/** Begins new segments until there is no space for one. */
const endByLog = (dataDir: string) =>
  asOwner(
    dataDir,
    async query => {
      for (let i = 0; i < 40; i++) {
        await query("select pg_logical_emit_message(true, 'proof', 'text')::text as name, 1 as count")
        await query('select pg_switch_wal()::text as name, 1 as count')
      }
    },
    'postgres',
  ).catch(() => undefined)

async function saveAvatar(url: string, cookie: string): Promise<number> {
  const background = { r: 200, g: 80, b: 20 }
  // With noise, so that the stored picture is larger than what a full disk still has room for.
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const picture = await sharp({ create: { width: 800, height: 800, channels: 3, background, noise } })
    .png()
    .toBuffer()
  const answer = await fetch(`${url}/api/profile/avatar`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  await answer.text()
  return answer.status
}
