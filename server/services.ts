import type { Database } from '../database/connection/database.ts'
import type { Config } from './config.ts'
import type { Files } from './files/files.ts'
import type { InProgress } from './request/overload.ts'
import type { ReadLimit } from './request/read-limit.ts'
import type { Turns } from './request/turns.ts'
import type { UnreadBytes } from './request/unread-bytes.ts'
import type { UploadSlots } from './request/upload-slots.ts'
import type { Secret } from './session/secret.ts'

/** Shared dependencies of the server. Handlers receive them as `services`. */
export type Services = {
  config: Config
  db: Database
  files: Files
  secret: Secret
  inProgress: InProgress
  costlyReads: Turns
  strangers: Turns
  streamOpenings: Turns
  fileReads: Turns
  reads: ReadLimit
  uploads: UploadSlots
  unread: UnreadBytes
}
