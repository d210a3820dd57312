import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

/** The header of a screen. `back` is a link, `<Link to="/">Home</Link>`; the arrow is added here. */
export function PageHeader({
  title,
  subtitle,
  back,
  actions,
}: {
  title: ReactNode
  subtitle?: ReactNode
  back?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="mb-6">
      {back && (
        <div className="mb-3 inline-flex items-center [&>a]:touchable gap-1.5 text-sm text-muted hover:text-ink">
          <ArrowLeft aria-hidden size={16} />
          {back}
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 dir="auto" className="text-left text-3xl sm:text-4xl">
            {title}
          </h1>
          {subtitle && (
            <p dir="auto" className="mt-1.5 text-left text-lg text-muted">
              {subtitle}
            </p>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  )
}
