import { api } from '../../../../web/api/call.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { recoverWithCode } from '../../factor-contract.ts'
import { CodeForm } from './CodeForm.tsx'

/** For a member who lost the device. The browser cannot be remembered. */
export function RecoveryCode() {
  const { take } = useAuth()
  return (
    <CodeForm
      title="Use a recovery code"
      text="Type one of the ten codes you kept when you set up two-factor authentication. Each works once."
      kind="recovery"
      canRemember={false}
      verify={async code => take(await api(recoverWithCode, { code }))}
    />
  )
}
