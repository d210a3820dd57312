import { Problem } from '../database/connection/problem.ts'
import { readConfig } from '../server/config.ts'
import { runCommand, say } from './command-line.ts'

/** `npm run restore -- <file> [--without-key]`: into an empty DATA_DIR, or an empty database at DATABASE_URL. */
await runCommand(async () => {
  const args = process.argv.slice(2)
  const [path, ...more] = args.filter(argument => argument !== '--without-key')
  if (!path || more.length > 0)
    throw new Problem('Which backup is to be restored?', '  npm run restore -- <file> [--without-key]')
  const config = readConfig(process.env)
  const { restoreBackup } = await import('../server/backup/restore.ts')
  const restored = await restoreBackup(path, config, { withoutKey: args.includes('--without-key') })
  const into = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir
  say(
    `${restored.tables} tables with ${restored.rows} rows and ${restored.usedFiles.size} files, as of ${restored.head.made_at}, are in ${into}. Every row was compared with the backup.`,
  )
  if (!restored.hasKey)
    say(
      'Without the key of the backup, authenticator apps of members do not work: they sign in with recovery codes, or you run `npm run operator -- remove-second-factor <email>`.',
    )
  else if (config.secretKey) say('Start the server with the same SECRET_KEY.')
  say('Now run npm start.')
})
