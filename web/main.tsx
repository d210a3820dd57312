import './theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { bootEnded, bootIdentity } from './api/boot.ts'
import { onUnreachable } from './api/call.ts'
import { checkConnection, watchConnection } from './api/connection.ts'
import { provideCopies } from './api/copies.ts'
import { queryClient } from './api/query.ts'
import { provideQueue } from './api/queue.ts'
import { router, screenAt, startVisits } from './app/app.tsx'
import { chunkOf } from './app/chunk.ts'
import { noteFirstRender } from './app/first-render.ts'
import { removePrerendered } from './app/prerendered.ts'
import { AuthProvider, session } from './session/session.tsx'
import { UiRoot } from './ui/UiRoot.tsx'

void session.start(bootIdentity, bootEnded)
watchConnection()
onUnreachable(checkConnection)
const later = chunkOf(() => import('./app/later.ts'))
later.subscribe(() => later.get().module?.begin(router, screenAt, startVisits))
const laterLoaded = later.fetch()
provideCopies(laterLoaded.then(({ module }) => module?.copies))
provideQueue(laterLoaded.then(({ module }) => module?.queue))

/** An effect of a parent runs after those of its children. */
function App() {
  useEffect(noteFirstRender, [])
  return <RouterProvider router={router} />
}

removePrerendered(document)
const app = createRoot(document.getElementById('root') as HTMLElement)
// In a transition React renders in slices, so that the browser can paint and handle input in between.
const render = () =>
  startTransition(() =>
    app.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <AuthProvider>
            <UiRoot>
              <App />
            </UiRoot>
          </AuthProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
// With the screen's chunk loaded, the first rendering is the only one. No top-level await: chunks import this module.
void router.load().then(render)
