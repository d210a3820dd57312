import { Problem } from '../connection/problem.ts'

/** Turns an error of the system, initdb or PostgreSQL into a Problem that the operator can fix. */
export function explain(error: unknown, where: { dataDir: string; log?: string }): Problem {
  if (error instanceof Problem) return error
  const text = error instanceof Error ? error.message : String(error)
  if (/ENOSPC|No space left on device|Check free disk space|EDQUOT|Disk quota exceeded/i.test(text)) {
    return new Problem(
      `The disk that holds the data folder ${where.dataDir} is full.`,
      'Free some space there, or set DATA_DIR to a folder on another disk. Nothing saved so far is lost.',
    )
  }
  if (/^spawn |GLIBC|error while loading shared libraries|cannot execute|Exec format/.test(text)) {
    return new Problem(
      `The PostgreSQL that comes with npm does not run on this system (${text.trim()}). It needs glibc; Alpine has musl.`,
      'Use a system such as Debian or macOS, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  if (/could not look up effective user ID/.test(text)) {
    return new Problem(
      `The user id ${process.getuid?.()} has no entry in /etc/passwd, without which PostgreSQL cannot make its data folder.`,
      'Start as a user with a name, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  if (/EACCES|EPERM|EROFS|Permission denied|Operation not permitted|Read-only file system/.test(text)) {
    return new Problem(
      `The data folder ${where.dataDir} cannot be read and written by ${currentUser()}.`,
      `Start as the user who owns it, change its owner (chown -R), or set DATA_DIR to a folder of your own.`,
    )
  }
  if (/ENOTDIR|EEXIST/.test(text)) {
    return new Problem(
      `The data folder ${where.dataDir} is not a folder.`,
      'Move that file away, or set DATA_DIR to another place.',
    )
  }
  const lines = text.trim().split('\n')
  const worst = lines.findLast(line => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  return new Problem(
    `PostgreSQL did not start: ${worst.replace(/^.*?(FATAL|PANIC|error):\s*/, '')}`,
    where.log ? `Its log ${where.log} says more.` : `Its data folder is ${where.dataDir}.`,
  )
}

function currentUser() {
  return process.getuid?.() === 0 ? 'the user PostgreSQL runs as' : `the user ${process.env.USER ?? process.getuid?.()}`
}
