import type { ReactNode } from 'react'

/** A part of 'For you'. */
export const Part = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pointer-coarse:mb-3">
      <h3 className="font-sans text-sm font-semibold">{title}</h3>
      {action}
    </div>
    {children}
  </section>
)
