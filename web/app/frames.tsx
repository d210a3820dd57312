import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'

// Run by the build. Renders the screens as they are before their data has come, for a member without a name: what members see until the
// scripts have run. React replaces it. The server fills in the community's name and chooses the screen (server/pages/assets.ts).

// Not imported statically, nor is any other module of ours: one that the app imports too would become part of this file, and the app would wait
// for this file, which waits for the app.
const { memberPages } = await import('../../contract/page-addresses.ts')

/** These have fields, or results that depend on the address. */
const unframed = ['/create-introduction-request', '/search']

/** The address at which each page is rendered. */
const addresses: Record<string, string> = {
  ...Object.fromEntries(memberPages.map(page => [page, page.replace(':id', '1')])),
  '/intro-requests': '/introduction-requests',
  '/investors?investor': '/investors?investor=1',
}

const [id, now] = ['00000000-0000-0000-0000-000000000000', '2000-01-01T00:00:00Z']
const user = { id, email: '', user_metadata: { username: '' }, factors: [], created_at: now }
const boot = {
  community: { name: '%COMMUNITY_NAME%', time_zone: 'America/Chicago', sends_mail: true },
  identity: {
    user: { ...user, email_confirmed: true, confirmation_asked: false },
    session: { id, aal: 'aal1', expires_at: now, expires_in: 0 },
  },
}

// What the app uses of the browser until then.
Object.assign(globalThis, {
  document: {
    documentElement: { dataset: {} },
    getElementById: (name: string) => (name === 'boot' ? { textContent: JSON.stringify(boot), remove() {} } : null),
    addEventListener() {},
  },
  addEventListener() {},
})
const { router } = await import('./app.tsx')
const { bootIdentity } = await import('../api/boot.ts')
const { queryClient } = await import('../api/query.ts')
const { AuthProvider, session } = await import('../session/session.tsx')
const { ConfirmProvider } = await import('../ui/ConfirmDialog.tsx')
void session.start(bootIdentity)

/** Nothing in it can be pressed, focused or typed into, and screen readers wait for the app. */
async function frameAt(address: string): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [address] })
  router.update({ ...router.options, history, scrollRestoration: false })
  await router.load()
  const html = renderToStaticMarkup(
    <div inert aria-hidden="true">
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <ConfirmProvider>
            <RouterProvider router={router} />
          </ConfirmProvider>
        </AuthProvider>
      </QueryClientProvider>
    </div>,
  )
  if (/<(script|style)| (style|on\w+)="/.test(html))
    throw new Error(`Our CSP blocks a part of the frame of ${address}.`)
  return html
}

const frames: Record<string, string> = {}
for (const [page, address] of Object.entries(addresses))
  if (!unframed.includes(page)) frames[page] = await frameAt(address)
// The session's timers would keep the process alive.
process.stdout.write(JSON.stringify(frames), () => process.exit())
