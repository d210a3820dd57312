import { X } from 'lucide-react'

/** A removable value, such as an active filter. */
export function Chip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-7 pointer-coarse:h-9 max-w-full items-center gap-1 rounded-full bg-tint pr-1 pl-3 text-sm text-on-tint">
      <span dir="auto" className="truncate">
        {children}
      </span>
      <button
        type="button"
        aria-label={`Remove ${children}`}
        onClick={onRemove}
        className="touchable grid size-6 shrink-0 place-items-center rounded-full -outline-offset-2 hover:bg-surface"
      >
        <X aria-hidden size={14} />
      </button>
    </span>
  )
}
