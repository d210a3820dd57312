import { useState } from 'react'
import { useApi } from '../../../../web/api/query.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { getBlurb, type IntroductionRequest } from '../../contract.ts'
import { seekingStatuses } from '../../shared/labels.ts'

/** Leads the requester to the blurb, which is further down, until it is written or somebody has offered to make the introduction. */
export function BlurbPointer({ request, onWrite }: { request: IntroductionRequest; onWrite: () => void }) {
  const isWaiting = request.can_edit && seekingStatuses.includes(request.status) && !request.offers_count
  const { data } = useApi(getBlurb, { id: request.id }, { enabled: isWaiting })
  const [isWritten, setWritten] = useState(false)
  if (!isWaiting || isWritten || data?.text !== null) return null
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3 rounded-control bg-sunken p-4">
      <p className="min-w-0 flex-1 basis-60">Write the introduction text that an introducer can forward.</p>
      <Button
        size="sm"
        variant="secondary"
        onClick={() => {
          setWritten(true)
          onWrite()
        }}
      >
        Write the text
      </Button>
    </div>
  )
}
