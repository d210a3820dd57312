import type { ReactNode } from 'react'
import { Skyline } from './Skyline.tsx'
import { StarMark } from './StarMark.tsx'

export type AuthFrameProps = {
  communityName: string
  tagline?: ReactNode
  children: ReactNode
  /** Below the card, such as a link to another sign-in page. */
  footer?: ReactNode
}

/** A card in front of the skyline. It uses no browser API, because the build prerenders it. */
export function AuthFrame({
  communityName,
  tagline,
  children,
  footer,
  corner,
}: AuthFrameProps & { corner?: ReactNode }) {
  return (
    <div className="relative flex min-h-dvh flex-col overflow-hidden">
      <Skyline />
      <div className="absolute top-3 right-3 z-10 flex items-center gap-2">{corner}</div>
      <main id="main" className="relative flex flex-1 flex-col items-center justify-center px-4 pt-16 pb-40">
        <div className="w-full max-w-[420px] rounded-card border border-line bg-surface p-6 sm:p-8">
          <header className="mb-6 flex flex-col items-center gap-2 text-center">
            <StarMark size={32} />
            <h1 className="mt-1 text-4xl">{communityName}</h1>
            {tagline && <p className="text-balance text-muted">{tagline}</p>}
          </header>
          {children}
        </div>
        {footer && <div className="mt-6 text-center text-sm text-muted">{footer}</div>}
      </main>
    </div>
  )
}
