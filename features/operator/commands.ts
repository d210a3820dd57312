import type { Tx } from '../../database/connection/database.ts'
import { Problem } from '../../database/connection/problem.ts'
import { hide, type Kind, kinds, listHidden, show } from './hiding.ts'
import { disable, enable, listAccounts, noteHiding, readLog, removeFactors } from './people.ts'

type Lines = Promise<string[]>
export type Command = { takes: string; does: string; run: (tx: Tx, ...args: string[]) => Lines }

const formatDay = (date: Date) => date.toISOString().slice(0, 10)
const formatSecond = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')

/** Operator commands for accounts and content: `npm run operator -- <name> …`. Each returns the lines to print. */
export const commands: Record<string, Command> = {
  members: {
    takes: '[part of a name or email]',
    does: 'the newest hundred accounts, or those that fit',
    run: async (tx, wanted) => {
      const accounts = await listAccounts(tx, wanted)
      return accounts.map(account =>
        [
          `${account.email}  ${account.full_name}`,
          `joined ${formatDay(account.created_at)}`,
          account.last_used_at ? `last here ${formatDay(account.last_used_at)}` : 'not signed in',
          ...(account.has_second_factor ? ['second factor'] : []),
          ...(account.is_disabled ? ['DISABLED'] : []),
        ].join('  ·  '),
      )
    },
  },
  disable: {
    takes: '<email>',
    does: 'sign a member out everywhere and let them in no more; what they wrote stays',
    run: async (tx, email) => {
      await disable(tx, requireEmail(email))
      return [`${email} is disabled and signed out everywhere.`]
    },
  },
  enable: {
    takes: '<email>',
    does: 'let a disabled member sign in again',
    run: async (tx, email) => {
      await enable(tx, requireEmail(email))
      return [`${email} may sign in again.`]
    },
  },
  'remove-second-factor': {
    takes: '<email>',
    does: 'for a member who has lost both the device and the recovery codes; be sure who is asking',
    run: async (tx, email) => {
      await removeFactors(tx, requireEmail(email))
      return [`${email} signs in with the password alone, and is signed out everywhere.`]
    },
  },
  hide: {
    takes: '<post|comment|investor> <id>',
    does: 'take something out of everybody’s sight, with all that hangs on it',
    run: async (tx, kind, id) => {
      const target = parseTarget(kind, id)
      const title = await hide(tx, ...target)
      await noteHiding(tx, 'hidden by the operator', ...target)
      return [`${target.join(' ')}, '${title}', is hidden.`]
    },
  },
  show: {
    takes: '<post|comment|investor> <id>',
    does: 'put it back as it was',
    run: async (tx, kind, id) => {
      const target = parseTarget(kind, id)
      const title = await show(tx, ...target)
      await noteHiding(tx, 'shown by the operator', ...target)
      return [`${target.join(' ')}, '${title}', is shown again.`]
    },
  },
  hidden: {
    takes: '',
    does: 'what is hidden',
    run: async tx => {
      const hidden = await listHidden(tx)
      return hidden.map(item => `${item.kind} ${item.id}  hidden ${formatSecond(item.hidden_at)}  ${item.title}`)
    },
  },
  log: {
    takes: '[email]',
    does: 'the latest hundred lines of the audit log, oldest first',
    run: async (tx, email) => {
      const lines = await readLog(tx, email)
      return lines.map(line =>
        [formatSecond(line.at), line.event, line.email ?? '-', line.ip, detailsOf(line.details)]
          .filter(Boolean)
          .join('  '),
      )
    },
  },
}

const detailsOf = (details: object) => (Object.keys(details).length ? JSON.stringify(details) : '')

function requireEmail(email: string | undefined): string {
  if (!email) throw new Problem('The email is missing.', 'Give the email of the account.')
  return email
}

function parseTarget(kind: string | undefined, id: string | undefined): [Kind, number] {
  const knownKind = kinds.find(candidate => candidate === kind)
  if (!knownKind || !/^\d{1,9}$/.test(id ?? ''))
    throw new Problem('The kind or the id is missing or wrong.', 'Give post, comment or investor, and the id.')
  return [knownKind, Number(id)]
}
