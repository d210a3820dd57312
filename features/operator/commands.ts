import type { Tx } from '../../database/connection/database.ts'
import { Problem } from '../../database/connection/problem.ts'
import { hide, type Kind, kinds, listHidden, show } from './hiding.ts'
import { disable, enable, listAccounts, noteHiding, readLog, removeFactors } from './people.ts'

type Lines = Promise<string[]>
export type Command = { takes: string; does: string; run: (tx: Tx, ...args: string[]) => Lines }

const day = (date: Date) => date.toISOString().slice(0, 10)
const second = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')

/** What can be said about accounts and content: `npm run operator -- <name> …`. Each gives the lines to print. */
export const commands: Record<string, Command> = {
  members: {
    takes: '[part of a name or email]',
    does: 'the newest hundred accounts, or those that fit',
    run: async (tx, wanted) => {
      const accounts = await listAccounts(tx, wanted)
      return accounts.map(one =>
        [
          `${one.email}  ${one.full_name}`,
          `joined ${day(one.created_at)}`,
          one.last_used_at ? `last here ${day(one.last_used_at)}` : 'not signed in',
          ...(one.has_second_factor ? ['second factor'] : []),
          ...(one.is_disabled ? ['DISABLED'] : []),
        ].join('  ·  '),
      )
    },
  },
  disable: {
    takes: '<email>',
    does: 'sign a member out everywhere and let them in no more; what they wrote stays',
    run: async (tx, email) => {
      await disable(tx, given(email))
      return [`${email} is disabled and signed out everywhere.`]
    },
  },
  enable: {
    takes: '<email>',
    does: 'let a disabled member sign in again',
    run: async (tx, email) => {
      await enable(tx, given(email))
      return [`${email} may sign in again.`]
    },
  },
  'remove-second-factor': {
    takes: '<email>',
    does: 'for a member who has lost both the device and the recovery codes; be sure who is asking',
    run: async (tx, email) => {
      await removeFactors(tx, given(email))
      return [`${email} signs in with the password alone, and is signed out everywhere.`]
    },
  },
  hide: {
    takes: '<post|comment|investor> <id>',
    does: 'take something out of everybody’s sight, with all that hangs on it',
    run: async (tx, kind, id) => {
      const what = thing(kind, id)
      const title = await hide(tx, ...what)
      await noteHiding(tx, 'hidden by the operator', ...what)
      return [`${what.join(' ')}, '${title}', is hidden.`]
    },
  },
  show: {
    takes: '<post|comment|investor> <id>',
    does: 'put it back as it was',
    run: async (tx, kind, id) => {
      const what = thing(kind, id)
      const title = await show(tx, ...what)
      await noteHiding(tx, 'shown by the operator', ...what)
      return [`${what.join(' ')}, '${title}', is shown again.`]
    },
  },
  hidden: {
    takes: '',
    does: 'what is hidden',
    run: async tx => {
      const hidden = await listHidden(tx)
      return hidden.map(one => `${one.kind} ${one.id}  hidden ${second(one.hidden_at)}  ${one.title}`)
    },
  },
  log: {
    takes: '[email]',
    does: 'the latest hundred lines of the audit log, oldest first',
    run: async (tx, email) => {
      const lines = await readLog(tx, email)
      return lines.map(one =>
        [second(one.at), one.event, one.email ?? '-', one.ip, detailsOf(one.details)].filter(Boolean).join('  '),
      )
    },
  },
}

const detailsOf = (details: object) => (Object.keys(details).length ? JSON.stringify(details) : '')

function given(email: string | undefined): string {
  if (!email) throw new Problem('Whose account?', 'Name the email of the account.')
  return email
}

function thing(kind: string | undefined, id: string | undefined): [Kind, number] {
  const known = kinds.find(one => one === kind)
  if (!known || !/^\d{1,9}$/.test(id ?? ''))
    throw new Problem('What is meant?', 'Say post, comment or investor, and its number.')
  return [known, Number(id)]
}
