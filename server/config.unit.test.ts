import { expect, test } from 'vitest'
import { hostsOf } from '../database/connection/hosts.ts'
import { Problem } from '../database/connection/problem.ts'
import { readConfig } from './config.ts'

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof Problem) return `${error.message} ${error.remedy}`
    throw error
  }
  return 'accepted'
}
const postgres = 'postgres://ada@localhost/community'
const bucket = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }

test('every setting has a default', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', s3: null, registration: 'open' })
})

test('MIGRATE_DATABASE_URL without DATABASE_URL is refused', () => {
  expect(refusal({ MIGRATE_DATABASE_URL: postgres })).toContain('MIGRATE_DATABASE_URL is set, but DATABASE_URL is not')
  expect(refusal({ MIGRATE_DATABASE_URL: postgres, DATABASE_URL: postgres })).toBe('accepted')
})

test('DATABASE_URL may have several hosts, and asks for the primary only', () => {
  const several = 'postgres://ada:secret@one:5432,two:5433/community'
  expect(refusal({ DATABASE_URL: several })).toBe('accepted')
  expect(refusal({ DATABASE_URL: `${several}?target_session_attrs=read-write&sslmode=require` })).toBe('accepted')
  expect(refusal({ DATABASE_URL: `${several}?target_session_attrs=any` })).toContain('the server writes')
  for (const DATABASE_URL of ['postgres://ada@one:port,two/community', 'postgres://ada@/community?host=one,two'])
    expect(refusal({ DATABASE_URL })).toContain('an address with one or more hosts')
  expect(hostsOf(several)).toEqual([
    'postgres://ada:secret@one:5432/community',
    'postgres://ada:secret@two:5433/community',
  ])
  expect(hostsOf(postgres)).toEqual([postgres])
})

test('a bucket without keys is refused, and the error names the missing settings', () => {
  expect(refusal({ S3_BUCKET: 'files' })).toContain('but S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not')
  expect(refusal({ ...bucket, S3_SECRET_ACCESS_KEY: ' ' })).toContain('but S3_SECRET_ACCESS_KEY is not')
  expect(refusal(bucket)).toBe('accepted')
})

test('a sender that is not a mail address is refused, and the error contains it', () => {
  for (const MAIL_FROM of [
    'The Community',
    'The Community <nobody>',
    'a@b c@d',
    '<>',
    'x <a@b.example>\nBcc: c@d.example',
  ])
    expect(refusal({ MAIL_FROM })).toContain(`MAIL_FROM is '${MAIL_FROM}', which cannot be used`)
  for (const MAIL_FROM of ['hello@example.com', 'Café Founders <hello@example.com>', '<hello@example.com>'])
    expect(refusal({ MAIL_FROM })).toBe('accepted')
})

test('the error for an invalid value names the setting, and does not contain secrets', () => {
  expect(refusal({ PORT: 'eighty' })).toContain("The setting PORT is 'eighty', which cannot be used.")
  expect(refusal({ DATABASE_URL: 'mysql://root:hunter2@localhost' })).not.toContain('hunter2')
})

test('EMAIL_CONFIRMATION is on by default if SMTP_URL is set', () => {
  const isOn = (env: Record<string, string>) => readConfig(env).emailConfirmation
  const SMTP_URL = 'smtp://mail.example'
  expect([isOn({}), isOn({ SMTP_URL })]).toEqual([false, true])
  expect([isOn({ EMAIL_CONFIRMATION: 'on' }), isOn({ SMTP_URL, EMAIL_CONFIRMATION: 'off' })]).toEqual([true, false])
  expect(refusal({ EMAIL_CONFIRMATION: 'maybe' })).toContain('EMAIL_CONFIRMATION')
})

test('HSTS for subdomains is off by default, and accepts only on or off', () => {
  expect(readConfig({}).hstsIncludesSubdomains).toBe(false)
  expect(readConfig({ HSTS_INCLUDE_SUBDOMAINS: 'on' }).hstsIncludesSubdomains).toBe(true)
  expect(refusal({ HSTS_INCLUDE_SUBDOMAINS: 'yes' })).toContain('It must be: on or off.')
})

test('a server runs jobs unless JOBS is off', () => {
  expect([readConfig({}).jobs, readConfig({ JOBS: 'off' }).jobs]).toEqual([true, false])
  expect(refusal({ JOBS: 'no' })).toContain('It must be: on or off.')
})

test('nightly backups are on in production, and a passphrase is never shown', () => {
  const to = (env: Record<string, string>) => readConfig({ DATA_DIR: '/srv/community', ...env }).backup.to
  expect(to({})).toBe('/srv/community/backups')
  expect(to({ NODE_ENV: 'development' })).toBe(null)
  expect(to({ BACKUP_TO: 'off' })).toBe(null)
  expect(to({ BACKUP_TO: '/mnt/backups' })).toBe('/mnt/backups')
  expect(() => to({ BACKUP_TO: 'bucket' })).toThrow('S3_BUCKET is not set')
  const short = { BACKUP_PASSPHRASE: 'too short' }
  expect(() => to(short)).toThrow('BACKUP_PASSPHRASE cannot be used. It must be: at least 12 characters')
  expect(() => to(short)).not.toThrow('too short')
})
