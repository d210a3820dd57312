import { useState } from 'react'
import { messageOf } from '../../../../web/api/call.ts'
import { useApi } from '../../../../web/api/query.ts'
import { Badge } from '../../../../web/ui/Badge.tsx'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { Card } from '../../../../web/ui/Card.tsx'
import { TryAgain } from '../../../../web/ui/TryAgain.tsx'
import { listFactors } from '../../../auth/factor-contract.ts'
import { Rows } from '../Row.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { AddApp } from './AddApp.tsx'
import { AddPhone } from './AddPhone.tsx'
import { FactorRow } from './FactorRow.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RecoveryRow } from './RecoveryRow.tsx'

export function FactorsCard() {
  const { data, error, refetch } = useApi(listFactors)
  const [adding, setAdding] = useState<'app' | 'phone'>()
  const [areCodesLost, setLost] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const factors = data?.factors ?? []
  const add = {
    onClose: () => setAdding(undefined),
    onAdded: (codes: string[] | null, areLost = false) => {
      setAdding(undefined)
      setCodes(codes)
      setLost(areLost)
    },
  }
  const renewed = (codes: string[]) => {
    setCodes(codes)
    setLost(false)
  }
  return (
    <Card
      as="section"
      title="Two-factor authentication"
      action={data && <Badge tone={factors.length ? 'green' : 'neutral'}>{factors.length ? 'On' : 'Off'}</Badge>}
    >
      <p className="mb-5 text-muted">
        Beside your password, a code that only your phone knows: whoever learns the password still cannot get in.
      </p>
      {error && (
        <Banner title="Your factors could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
          {messageOf(error)}
        </Banner>
      )}
      {!data && !error && <RowsSkeleton label="Loading your factors" rows={1} />}
      {factors.length > 0 && (
        <div className="mb-5 border-y border-line py-4">
          {areCodesLost && (
            <div className="mb-4">
              <Banner tone="info" title="Two-factor authentication is on, but your recovery codes could not be shown">
                Please press ‘Get new codes’ now: without them you cannot get in when your phone is lost.
              </Banner>
            </div>
          )}
          <Rows>
            {factors.map(factor => (
              <FactorRow key={factor.id} factor={factor} isLast={factors.length === 1} />
            ))}
            <RecoveryRow left={data?.recovery_codes_left ?? 0} onCodes={renewed} />
          </Rows>
        </div>
      )}
      {data && (
        <div className="flex flex-wrap gap-3">
          <Button variant={factors.length ? 'secondary' : 'primary'} onClick={() => setAdding('app')}>
            Add authenticator app
          </Button>
          {data.can_add_phone && (
            <Button variant="secondary" onClick={() => setAdding('phone')}>
              Add phone
            </Button>
          )}
        </div>
      )}
      {adding === 'app' && <AddApp {...add} />}
      {adding === 'phone' && <AddPhone {...add} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  )
}
