import type { Member, TestServer } from '../test-server.ts'

/** The members of a test: `owner` owns the row, `other` is another member. */
export type TestMembers = { server: TestServer; owner: Member; other: Member }
export type Attempt = { path: string; body?: unknown; headers?: Record<string, string> }

/** The expected status for each kind of caller. `needs_second_factor`: the owner, signed in with the password only. */
type Answers = Record<'visitor' | 'signed_out' | 'needs_second_factor' | 'owner' | 'other', number>

/**
 * One route. `make` creates a new row of the owner and returns the request for it. It is called once for each kind of caller, so that the
 * attempts do not affect each other.
 */
export type RouteLaw = Answers & {
  route: string
  make?: (people: TestMembers) => Promise<Attempt>
}

/** The same for all callers, with or without a session. */
export const anyone = (status: number): Answers => ({
  visitor: status,
  signed_out: status,
  needs_second_factor: status,
  owner: status,
  other: status,
})

/** For members. `other` is the status for another member, if the row's owner matters. */
export const members = (owner: number, other = owner): Answers => ({
  visitor: 401,
  signed_out: 401,
  needs_second_factor: 403,
  owner,
  other,
})

/** For members, also before the second factor is given. */
export const beforeSecondFactor = (owner: number, other = owner): Answers => ({
  ...members(owner, other),
  needs_second_factor: owner,
})

/** What each role may do to a table at all, as letters: s(elect) i(nsert) u(pdate) d(elete), '-' for none. The policies decide about rows. */
export type TableLaw = Record<string, { server: string; member: string; visitor: string }>
