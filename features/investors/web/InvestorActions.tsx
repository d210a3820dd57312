import { Pencil, Trash2 } from 'lucide-react'
import { useSend } from '../../../web/api/send.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { countInvestors, deleteInvestor, type Investor, listInvestors } from '../contract.ts'

type Props = { investor: Investor; onEdit: () => void; onDeleted: () => void }

export function InvestorActions({ investor, onEdit, onDeleted }: Props) {
  const confirm = useConfirm()
  const remove = useSend(deleteInvestor, {
    // Not the investor itself: a refetch would answer 404.
    refresh: [listInvestors, countInvestors],
    success: 'Investor deleted',
    alreadyGone: 'This investor was already deleted',
    failure: ['Error deleting investor', 'There was a problem deleting the investor.'],
    onSuccess: onDeleted,
  })
  const askAndDelete = async () => {
    const sure = await confirm({
      title: 'Delete investor',
      text: 'Are you sure you want to delete this investor? This action cannot be undone.',
      confirm: 'Delete',
      danger: true,
    })
    if (sure) await remove.send({ id: investor.id })
  }
  return (
    <>
      <Button variant="secondary" icon={Pencil} onClick={onEdit}>
        Edit
      </Button>
      <Button variant="secondary" icon={Trash2} busy={remove.busy} onClick={() => void askAndDelete()}>
        Delete
      </Button>
    </>
  )
}
