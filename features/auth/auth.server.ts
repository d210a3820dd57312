import checkLink from './check-link.server.ts'
import confirmation from './confirmation.server.ts'
import factors from './factors.server.ts'
import passwordReset from './password-reset.server.ts'
import proof from './proof.server.ts'
import recovery from './recovery.server.ts'
import signIn from './sign-in.server.ts'
import signUp from './sign-up.server.ts'
import tokens, { makeSigningKey } from './tokens.server.ts'

export default [
  ...signUp,
  ...signIn,
  ...passwordReset,
  ...checkLink,
  ...confirmation,
  ...factors,
  ...recovery,
  ...proof,
  ...tokens,
]

/** Run before the server accepts requests. */
export const preparations = [makeSigningKey]
