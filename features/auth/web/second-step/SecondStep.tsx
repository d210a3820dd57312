import { useState } from 'react'
import type { Factor } from '../../../../contract/identity.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { useSignOut } from '../../../../web/session/use-sign-out.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { toast } from '../../../../web/ui/toast.ts'
import { AppCode } from './AppCode.tsx'
import { PhoneCode } from './PhoneCode.tsx'
import { RecoveryCode } from './RecoveryCode.tsx'

/** After the password: the second factor, or a recovery code instead. */
export function SecondStep() {
  const { user } = useAuth()
  const signOut = useSignOut()
  const factors = user?.factors.filter(factor => factor.status === 'verified') ?? []
  const [chosen, setChosen] = useState<Factor | null>(factors[0] ?? null)
  const others = [...factors, null].filter(factor => factor?.id !== chosen?.id)
  function choose(factor: Factor | null) {
    // The errors belong to the previous method.
    toast.dismissErrors()
    setChosen(factor)
  }
  return (
    <div className="flex flex-col gap-6">
      {/* The key resets the form for each method. */}
      <Method key={chosen?.id} factor={chosen} />
      <div className="flex flex-col items-stretch gap-1 border-t border-line pt-4">
        {others.map(factor => (
          <Button key={factor?.id ?? 'recovery'} variant="ghost" onClick={() => choose(factor)}>
            {nameOf(factor)}
          </Button>
        ))}
        <Button variant="ghost" onClick={signOut}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function Method({ factor }: { factor: Factor | null }) {
  if (!factor) return <RecoveryCode />
  return factor.factor_type === 'totp' ? <AppCode factor={factor} /> : <PhoneCode factor={factor} />
}

function nameOf(factor: Factor | null): string {
  if (!factor) return 'Use a recovery code'
  const kind = factor.factor_type === 'totp' ? 'authenticator app' : `phone ${factor.phone}`
  return factor.friendly_name ? `Use ${factor.friendly_name} (${kind})` : `Use your ${kind}`
}
