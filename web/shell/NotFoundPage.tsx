import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../app/page-title.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { ConnectionMark } from './ConnectionMark.tsx'
import { HeldNotice } from './HeldNotice.tsx'
import { Skyline } from './Skyline.tsx'
import { StarMark } from './StarMark.tsx'

export default function NotFoundPage() {
  usePageTitle('Page Not Found')
  return (
    <main id="main" className="relative grid min-h-dvh place-items-center overflow-hidden px-4 pt-16 pb-48 text-center">
      <Skyline />
      <div className="absolute top-3 right-3">
        <ConnectionMark />
      </div>
      <div className="relative flex max-w-md flex-col items-center">
        <StarMark size={28} />
        <p className="mt-6 font-serif text-[5.5rem] leading-none text-accent">404</p>
        <h1 className="mt-4 text-3xl">Page Not Found</h1>
        <p className="mt-3 mb-8 text-balance text-muted">
          The page you are looking for might have been moved, deleted or never existed.
        </p>
        <LinkButton render={<Link to="/" />}>Back to Home</LinkButton>
        <HeldNotice className="mt-6 text-left" />
      </div>
    </main>
  )
}
