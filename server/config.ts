import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isTimeZone } from '../contract/time-zone.ts'
import { hostsOf } from '../database/connection/hosts.ts'
import { Problem } from '../database/connection/problem.ts'

/** All settings. An empty value counts as not set. The README lists them. */
const number = (defaultValue: number, min: number, max: number) =>
  z.coerce.number(`a number from ${min} to ${max}`).int('a whole number').min(min).max(max).default(defaultValue)
const url = (...protocols: string[]) =>
  z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `an address that begins with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
  })
const postgres = () =>
  z
    .string()
    .regex(
      /^postgres(ql)?:\/\//,
      'an address that begins with postgres://, such as postgres://user:password@host:5432/database',
    )
    .refine(
      text =>
        (hostsOf(text).length === 1 || hostsOf(text).every(one => URL.canParse(one))) && !/[?&]host=[^&]*,/.test(text),
      'an address with one or more hosts, such as postgres://user:password@one:5432,two:5432/database',
    )
    .refine(
      text => !/[?&]target_session_attrs=(?!(read-write|primary)(&|$))/.test(text),
      'with target_session_attrs=read-write or primary, or without it: the server writes',
    )

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: number(3000, 0, 65_535),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgres().optional(),
  MIGRATE_DATABASE_URL: postgres().optional(),
  DATABASE_CONNECTIONS: number(10, 2, 200),
  DATABASE_PIPELINE: z.enum(['on', 'off'], 'on or off').default('on'),
  JOBS: z.enum(['on', 'off'], 'on or off').default('on'),
  PUBLIC_URL: url('http:', 'https:').optional(),
  HSTS_INCLUDE_SUBDOMAINS: z.enum(['on', 'off'], 'on or off').default('off'),
  COMMUNITY_NAME: z.string().trim().min(1).max(60).default('The Community'),
  TIME_ZONE: z.string().refine(isTimeZone, 'a time zone name, such as America/Chicago').default('America/Chicago'),
  REGISTRATION: z.enum(['open', 'closed'], 'open or closed').default('open'),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'an email address, alone or after a name, such as The Community <community@example.com>',
    )
    .default('The Community <community@localhost>'),
  EMAIL_CONFIRMATION: z.enum(['on', 'off'], 'on or off').optional(),
  OUTBOX_PAGE: z.enum(['on', 'off'], 'on or off').optional(),
  S3_ENDPOINT: url('http:', 'https:').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SECRET_KEY: z
    .string()
    .refine(
      key => Buffer.from(key, 'base64').length === 32,
      '32 random bytes in base64, such as `openssl rand -base64 32` prints',
    )
    .optional(),
  BACKUP_TO: z.string().optional(),
  BACKUP_KEEP_DAYS: number(14, 1, 3650),
  BACKUP_PASSPHRASE: z.string().min(12, 'at least 12 characters').optional(),
  PUSH_HOSTS: z
    .string()
    .refine(
      text => text === 'off' || listOf(text).every(isPushHost),
      'hosts, comma-separated, such as fcm.googleapis.com or *.push.apple.com, or the word off',
    )
    .default('fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'),
  PHONE_SENDER_URL: url('http:', 'https:').optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters, such as `openssl rand -hex 16` prints').optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      text => text.split(',').every(isProxy),
      'addresses or networks, comma-separated, such as 10.0.0.0/8, or the word loopback',
    )
    .default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  AUDIT_DAYS: number(400, 31, 36_500),
  LIMIT_SIGN_IN_PER_MINUTE: number(10, 1, 1_000_000),
  LIMIT_SIGN_IN_PER_HOUR: number(50, 1, 1_000_000),
  LIMIT_REGISTER_PER_HOUR: number(10, 1, 1_000_000),
  LIMIT_RESET_PER_HOUR: number(10, 1, 1_000_000),
  LIMIT_ACCOUNT_MAILS_PER_HOUR: number(5, 1, 1_000_000),
  LIMIT_WRITES_PER_MINUTE: number(60, 1, 1_000_000),
  LIMIT_UPLOADS_PER_HOUR: number(20, 1, 1_000_000),
  LIMIT_PROFILE_SAVES_PER_HOUR: number(30, 1, 1_000_000),
  LIMIT_ENROLMENTS_PER_HOUR: number(20, 1, 1_000_000),
  LIMIT_READS_PER_MINUTE: number(3000, 1, 1_000_000_000),
  LIMIT_REQUESTS_AT_ONCE: number(150, 10, 1_000_000),
  LIMIT_UPLOADS_AT_ONCE: number(8, 1, 1000),
  LIMIT_UPLOAD_IDLE_SECONDS: number(20, 1, 300),
  LIMIT_STREAMS: number(5, 1, 1_000_000),
})

/** The value of BACKUP_TO for the bucket of the files. */
export const BUCKET = 'bucket'

/** Refuses settings that need another one which is not set. */
function refuseIncomplete(env: z.output<typeof Environment>): void {
  if (env.MIGRATE_DATABASE_URL && !env.DATABASE_URL)
    throw new Problem(
      'MIGRATE_DATABASE_URL is set, but DATABASE_URL is not: the server would migrate one database and serve another.',
      'Set DATABASE_URL to the same database, or unset both to use the embedded one.',
    )
  if (env.BACKUP_TO === BUCKET && !env.S3_BUCKET)
    throw new Problem(
      'BACKUP_TO is bucket, but S3_BUCKET is not set.',
      'Set S3_BUCKET and its keys, or BACKUP_TO to a folder.',
    )
  const missing = (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(name => !env[name])
  if (env.S3_BUCKET && missing.length)
    throw new Problem(
      `S3_BUCKET is set, but ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not: no file could be kept.`,
      'Set them to the keys of the bucket, or unset S3_BUCKET to keep files in DATA_DIR.',
    )
}

/** The value must not appear on the terminal or in a log. */
const isSecret = (name: string) => /SECRET|KEY|TOKEN|PASSPHRASE|_URL$/.test(name)

export type Config = ReturnType<typeof readConfig>

export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0])
    throw new Problem(
      `The setting ${name}${isSecret(name) ? '' : ` is '${given[name] ?? ''}', which`} cannot be used. It must be: ${issue?.message}.`,
      `Set ${name} to a value of that kind, or unset it to use the default. README.md lists all settings.`,
    )
  }
  const env = parsed.data
  refuseIncomplete(env)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '')
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    migrateDatabaseUrl: env.MIGRATE_DATABASE_URL ?? env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    databasePipeline: env.DATABASE_PIPELINE === 'on',
    jobs: env.JOBS === 'on',
    publicUrl,
    isHttps: publicUrl.startsWith('https:'),
    hstsIncludesSubdomains: env.HSTS_INCLUDE_SUBDOMAINS === 'on',
    communityName: env.COMMUNITY_NAME,
    timeZone: env.TIME_ZONE,
    registration: env.REGISTRATION,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    emailConfirmation: env.EMAIL_CONFIRMATION ? env.EMAIL_CONFIRMATION === 'on' : env.SMTP_URL !== undefined,
    outboxPage: env.OUTBOX_PAGE ? env.OUTBOX_PAGE === 'on' : env.NODE_ENV !== 'production',
    s3: env.S3_BUCKET
      ? {
          endpoint: env.S3_ENDPOINT,
          bucket: env.S3_BUCKET,
          region: env.S3_REGION,
          accessKeyId: env.S3_ACCESS_KEY_ID,
          secretAccessKey: env.S3_SECRET_ACCESS_KEY,
        }
      : null,
    secretKey: env.SECRET_KEY,
    backup: {
      /** A folder, or the bucket of the files. Null: no nightly backups. */
      to: backupPlace(env),
      keepDays: env.BACKUP_KEEP_DAYS,
      passphrase: env.BACKUP_PASSPHRASE,
    },
    /** Where push messages may be sent. Empty: nowhere. */
    pushHosts: env.PUSH_HOSTS === 'off' ? [] : listOf(env.PUSH_HOSTS),
    phoneSenderUrl: env.PHONE_SENDER_URL,
    metricsToken: env.METRICS_TOKEN,
    trustProxy: listOf(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL,
    auditDays: env.AUDIT_DAYS,
    limits: {
      signInPerMinute: env.LIMIT_SIGN_IN_PER_MINUTE,
      signInPerHour: env.LIMIT_SIGN_IN_PER_HOUR,
      registerPerHour: env.LIMIT_REGISTER_PER_HOUR,
      resetPerHour: env.LIMIT_RESET_PER_HOUR,
      accountMailsPerHour: env.LIMIT_ACCOUNT_MAILS_PER_HOUR,
      writesPerMinute: env.LIMIT_WRITES_PER_MINUTE,
      uploadsPerHour: env.LIMIT_UPLOADS_PER_HOUR,
      profileSavesPerHour: env.LIMIT_PROFILE_SAVES_PER_HOUR,
      enrolmentsPerHour: env.LIMIT_ENROLMENTS_PER_HOUR,
      readsPerMinute: env.LIMIT_READS_PER_MINUTE,
      requestsAtOnce: env.LIMIT_REQUESTS_AT_ONCE,
      uploadsAtOnce: env.LIMIT_UPLOADS_AT_ONCE,
      uploadIdleSeconds: env.LIMIT_UPLOAD_IDLE_SECONDS,
      streams: env.LIMIT_STREAMS,
    },
  }
}

/** In production, nightly backups are on unless the operator turns them off. */
function backupPlace(env: z.output<typeof Environment>): string | null {
  const to = env.BACKUP_TO ?? (env.NODE_ENV === 'production' ? join(env.DATA_DIR, 'backups') : 'off')
  if (to === 'off') return null
  return to === BUCKET ? BUCKET : resolve(to)
}

function isProxy(text: string): boolean {
  const [address = '', bits] = text.trim().split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return bits === undefined
  return (
    isIP(address) > 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)))
  )
}

/** A host, all hosts that end with it ('*.push.apple.com'), or the origin of a push service of one's own, which may have a private address. */
const isPushHost = (text: string) =>
  /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(text) ||
  /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/.test(text)

const listOf = (text: string) =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean)
