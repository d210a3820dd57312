import { createMemoryHistory, createRootRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UiRoot } from '../ui/UiRoot.tsx'
import '../theme.css'
import GalleryPage from './GalleryPage.tsx'

/** The gallery without the app, for its own tests: links only change the menu's current entry. */
const root = createRootRoute({ component: () => <GalleryPage />, notFoundComponent: Outlet })
const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })

const container = document.getElementById('root')
if (container) {
  createRoot(container).render(
    <StrictMode>
      <UiRoot>
        <RouterProvider router={router as never} />
      </UiRoot>
    </StrictMode>,
  )
}
