import { useSyncExternalStore } from 'react'
import { AppShell } from '../shell/AppShell.tsx'
import { FullPageSpinner } from '../shell/FullPageSpinner.tsx'
import NotFoundPage from '../shell/NotFoundPage.tsx'
import { SlowNotice } from '../shell/SlowNotice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { toast } from '../ui/toast.ts'
import { ButtonsSection } from './ButtonsSection.tsx'
import { ContentSection } from './ContentSection.tsx'
import { FieldsSection } from './FieldsSection.tsx'
import './gallery.css'
import { OverlaysSection } from './OverlaysSection.tsx'
import { SignInSample } from './SignInSample.tsx'
import { StatesSection } from './StatesSection.tsx'

const user = { email: 'amara@example.com', full_name: 'Amara Osei', company_name: 'Lakeline Freight' }

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** Every component in every state. Whole-screen components have their own URL: /ui#sign-in, /ui#not-found and so on. */
export default function GalleryPage() {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  if (hash === '#sign-in') return <SignInSample />
  if (hash === '#not-found') return <NotFoundPage />
  if (hash === '#spinner' || hash === '#slow')
    return (
      <main id="main">
        {hash === '#spinner' && <h1 className="sr-only">Waiting</h1>}
        {hash === '#slow' && <SlowNotice onRetry={() => toast.success('Asked again')} />}
        {hash === '#spinner' && <FullPageSpinner text="Checking authentication status..." showText />}
      </main>
    )
  return (
    <AppShell communityName="The Community" user={user} onLogout={() => toast.success('Logged out')}>
      <PageHeader title="Components" subtitle="Everything the screens are made of, in every state." />
      <nav aria-label="Whole screens" className="gallery-row">
        {['sign-in', 'not-found', 'spinner', 'slow'].map(name => (
          <a key={name} href={`#${name}`} className="gallery-link">
            {name}
          </a>
        ))}
      </nav>
      <ButtonsSection />
      <FieldsSection />
      <ContentSection />
      <OverlaysSection />
      <StatesSection />
    </AppShell>
  )
}
