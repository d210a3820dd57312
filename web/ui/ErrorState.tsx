import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { TryAgain } from './TryAgain.tsx'

/** Shown instead of content that could not be loaded. `again` retries. */
export function ErrorState({
  title,
  text,
  again,
  againText,
  action,
}: {
  title: string
  text?: ReactNode
  again?: (() => Promise<unknown>) | false
  againText?: string
  action?: ReactNode
}) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center rounded-card border border-line bg-surface px-6 py-12 text-center"
    >
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-red-soft text-on-red">
        <TriangleAlert aria-hidden size={22} />
      </span>
      <h2 className="text-xl">{title}</h2>
      {text && <p className="mt-1 max-w-md text-muted">{text}</p>}
      {(again || action) && (
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          {again && <TryAgain again={again}>{againText}</TryAgain>}
          {action}
        </div>
      )}
    </div>
  )
}
