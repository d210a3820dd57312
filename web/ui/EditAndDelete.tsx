import { Pencil, Trash2 } from 'lucide-react'
import { Button } from './Button.tsx'

/** Buttons on the card of a row that the member may change. */
export const EditAndDelete = ({ onEdit, onDelete }: { onEdit: () => void; onDelete: () => void }) => (
  <>
    <Button variant="ghost" size="sm" icon={Pencil} onClick={onEdit}>
      Edit
    </Button>
    <Button variant="ghost" size="sm" icon={Trash2} onClick={onDelete}>
      Delete
    </Button>
  </>
)
