import { createMemoryHistory, createRootRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UiRoot } from '../ui/UiRoot.tsx'
import '../theme.css'
import GalleryPage from './GalleryPage.tsx'

/** The gallery without the app around it, for its own tests: links go nowhere but the menu's current entry follows them. */
const root = createRootRoute({ component: () => <GalleryPage />, notFoundComponent: Outlet })
const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <UiRoot>
        <RouterProvider router={router as never} />
      </UiRoot>
    </StrictMode>,
  )
}
