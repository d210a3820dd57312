import type { Factor } from '../../../../contract/identity.ts'
import { api } from '../../../../web/api/call.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { challengeFactor, verifyFactor } from '../../factor-contract.ts'
import { CodeForm } from './CodeForm.tsx'

/** The code of an authenticator app. No code is sent, so each attempt creates its own challenge. */
export function AppCode({ factor }: { factor: Factor }) {
  const { take } = useAuth()
  return (
    <CodeForm
      title="Enter your code"
      text={
        <>
          Open{' '}
          {factor.friendly_name ? <span className="text-ink">{factor.friendly_name}</span> : 'your authenticator app'}{' '}
          and type the six digits it shows for this account.
        </>
      }
      verify={async (code, remember_device) => {
        const challenge = await api(challengeFactor, { id: factor.id })
        return take(await api(verifyFactor, { id: factor.id, challenge_id: challenge.id, code, remember_device }))
      }}
    />
  )
}
