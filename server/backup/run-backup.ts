import { newClient } from '../../database/connection/client.ts'
import { Problem } from '../../database/connection/problem.ts'
import { attachEmbedded } from '../../database/embedded/embedded.ts'
import { BUCKET, type Config } from '../config.ts'
import { type Made, writeBackup } from './backup.ts'
import { removeOldFromBucket, writeToBucket } from './bucket.ts'
import { fileFor, removeOld, writeToFile } from './folder.ts'

type Backup = Made & { place: string; bytes: number; isEncrypted: boolean }

/** Makes one backup at `to`, a folder, a file or the bucket, and records it in the database, which shows when the last one is too old. */
export async function runBackup(ownerUrl: string, config: Config, to: string): Promise<Backup> {
  const { passphrase } = config.backup
  const write = (sink: (bytes: Buffer) => Promise<void>) => writeBackup(ownerUrl, config, sink)
  const { result, bytes, place } =
    to === BUCKET
      ? await writeToBucket(bucketOf(config), new Date(), write)
      : await writeToFile(fileFor(to, new Date()), passphrase, write)
  const backup = { ...result, place, bytes, isEncrypted: passphrase !== undefined }
  await record(ownerUrl, backup)
  return backup
}

function bucketOf({ s3 }: Config) {
  if (!s3)
    throw new Problem('There is no bucket: S3_BUCKET is not set.', 'Set S3_BUCKET and its keys, or give a folder.')
  return s3
}

/** What the nightly job does. */
export async function runNightlyBackup(config: Config): Promise<void> {
  const { to, keepDays } = config.backup
  if (to === null) return
  const ownerUrl = config.migrateDatabaseUrl ?? (await attachEmbedded(config.dataDir))?.ownerUrl
  if (!ownerUrl) throw new Problem('The embedded database is not running.', 'The next backup is tried again.')
  await runBackup(ownerUrl, config, to === BUCKET ? to : `${to}/`)
  if (to === BUCKET) await removeOldFromBucket(bucketOf(config), keepDays, new Date())
  else await removeOld(to, keepDays, new Date())
}

async function record(ownerUrl: string, { at, place, bytes, isEncrypted }: Backup): Promise<void> {
  const owner = newClient({ connectionString: ownerUrl })
  await owner.connect()
  try {
    // A database that is not migrated to this release yet may not have the table.
    const { rows } = await owner.query<{ found: boolean }>(`select to_regclass('backups') is not null as found`)
    if (!rows[0]?.found) return
    await owner.query('insert into backups (made_at, place, bytes, is_encrypted) values ($1, $2, $3, $4)', [
      at,
      place,
      bytes,
      isEncrypted,
    ])
    await owner.query(`delete from backups where made_at < now() - interval '400 days'`)
  } finally {
    await owner.end()
  }
}
