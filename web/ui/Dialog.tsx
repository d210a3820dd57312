import { chunkOf } from '../app/chunk.ts'
import { deferredDialog } from '../app/deferred-dialog.tsx'
import type { DialogProps } from './dialog-props.ts'

/** Fetched when the first dialog opens: the first screen seldom has one. */
export const panel = chunkOf(() => import('./DialogPanel.tsx'))

const Panel = deferredDialog(panel, ({ DialogPanel }) => DialogPanel)

/** A modal dialog; on a phone a bottom sheet. */
export function Dialog({ open, ...dialog }: DialogProps) {
  return open && <Panel {...dialog} />
}
