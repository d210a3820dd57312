import { useState } from 'react'
import { chunkOf } from '../../../web/app/chunk.ts'
import { deferredDialog } from '../../../web/app/deferred-dialog.tsx'
import type { Investor } from '../contract.ts'
import { InvestorList } from './InvestorList.tsx'
import { InvestorView } from './InvestorView.tsx'
import './follow-investors.ts'
import { useAddress, useBackToList } from './use-address.ts'

const dialog = chunkOf(() => import('./InvestorDialog.tsx'))
const InvestorDialog = deferredDialog(dialog, module => module.InvestorDialog)

export default function InvestorsPage() {
  const { address, setAddress, openId, isNew, commentId } = useAddress()
  const back = useBackToList(openId)
  const [chosen, setEdited] = useState<Investor | 'new' | null>(null)
  // `?investor=new`: the link of the search's command.
  const edited = isNew ? 'new' : chosen
  function close() {
    setEdited(null)
    if (isNew) setAddress({ investor: '' })
  }
  return (
    <>
      {openId === null ? (
        <InvestorList address={address} onChange={setAddress} onAdd={() => setEdited('new')} />
      ) : (
        <InvestorView id={openId} commentId={commentId} address={address} back={back} onEdit={setEdited} />
      )}
      {edited && <InvestorDialog investor={edited === 'new' ? null : edited} onClose={close} />}
    </>
  )
}
