import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="gallery-section" aria-label={title}>
      <h2>{title}</h2>
      <div className="gallery-grid">{children}</div>
    </section>
  )
}

/** Components in one state, with a caption: in a row, or with `stack` below each other. */
export function Specimen({
  name,
  full,
  stack,
  children,
}: {
  name: string
  full?: boolean
  stack?: boolean
  children: ReactNode
}) {
  return (
    <div className="gallery-specimen" data-full={full || undefined}>
      <p className="gallery-caption">{name}</p>
      <div className={stack ? 'gallery-stack' : 'gallery-row'}>{children}</div>
    </div>
  )
}
