import { readConfig } from '../server/config.ts'
import { runCommand, say } from './command-line.ts'
import { checkDatabaseServer } from './doctor/database.ts'
import { findings } from './doctor/finding.ts'
import { checkDisk, checkKey, checkSettings } from './doctor/machine.ts'
import { checkAddress, checkFiles, checkMail } from './doctor/network.ts'

/** `npm run doctor`: checks what the server needs, with its settings, and says what to do. Changes nothing. Exits with 1 if there is a problem. */
await runCommand(async () => {
  const config = readConfig(process.env)
  const checks = [
    async () => checkSettings(config),
    async () => checkKey(config),
    () => checkDisk(config),
    () => checkDatabaseServer(config),
    () => checkMail(config),
    () => checkFiles(config),
    () => checkAddress(config),
  ]
  const count = { ok: 0, warning: 0, problem: 0 }
  for (const check of checks)
    for (const { level, text, remedy } of await findings(check)) {
      count[level]++
      say(`${level.padEnd(8)} ${text}${remedy ? `\n${' '.repeat(9)}${remedy}` : ''}`)
    }
  say(`\nProblems: ${count.problem}, warnings: ${count.warning}.`)
  process.exitCode = count.problem > 0 ? 1 : 0
})
