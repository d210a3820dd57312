import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../database/connection/problem.ts'
import { readConfig } from '../server/config.ts'
import { runCommand, say } from './command-line.ts'
import { withOwnerUrl } from './owner.ts'

/** `npm run backup -- <folder or file>`: with or without a running server. Without a path: where the nightly backups are. */
await runCommand(async () => {
  const config = readConfig(process.env)
  const to = process.argv[2] ?? config.backup.to
  if (!to) throw new Problem('Where is the backup to be written?', '  npm run backup -- <folder or file>')
  if (!config.migrateDatabaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    throw new Problem(
      `There is no database in ${config.dataDir}.`,
      'Set DATA_DIR to the folder of the community, or DATABASE_URL.',
    )
  const { runBackup } = await import('../server/backup/run-backup.ts')
  const made = await withOwnerUrl(ownerUrl => runBackup(ownerUrl, config, to))
  say(
    `${made.tables} tables with ${made.rows} rows and ${made.files} files, as of ${made.at.toISOString()}, are in ${made.place} (${(made.bytes / 1_000_000).toFixed(1)} MB).`,
  )
  for (const name of made.missing) say(`Missing in the file store, and so in the backup: ${name}`)
  say(
    made.isEncrypted
      ? `It is encrypted with BACKUP_PASSPHRASE${made.hasKey ? ' and contains SECRET_KEY' : ''}. Without the passphrase nobody can read it, you included.`
      : 'It is not encrypted: whoever can read it can read everything members have written. It does not contain SECRET_KEY: keep a copy of that (or of secret.key in DATA_DIR) in another place.',
  )
})
