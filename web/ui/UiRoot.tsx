import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { ConfirmProvider } from './ConfirmDialog.tsx'
import { Toasts } from './Toasts.tsx'

/** Once around the app: what the components need to stand on. */
export function UiRoot({ children }: { children: ReactNode }) {
  return (
    // Our Content-Security-Policy refuses style elements; theme.css says what they would have said.
    <CSPProvider disableStyleElements>
      <ConfirmProvider>{children}</ConfirmProvider>
      <Toasts />
    </CSPProvider>
  )
}
