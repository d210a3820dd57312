import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { ConfirmProvider } from './ConfirmDialog.tsx'
import { Toasts } from './Toasts.tsx'

/** Wraps the app once: the providers and the toast container that the components need. */
export function UiRoot({ children }: { children: ReactNode }) {
  return (
    // Our Content-Security-Policy blocks Base UI's style elements; theme.css has their rules.
    <CSPProvider disableStyleElements>
      <ConfirmProvider>{children}</ConfirmProvider>
      <Toasts />
    </CSPProvider>
  )
}
