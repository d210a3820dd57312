import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { DialogProps } from '../ui/dialog-props.ts'
import type { Form } from './use-form.ts'

type Props = Pick<DialogProps, 'title' | 'description' | 'size' | 'onClose'> & {
  form: Pick<Form<never>, 'busy' | 'discard' | 'onSubmit'>
  /** Label of the submit button. */
  button: string
  busyText?: string
  danger?: boolean
  disabled?: boolean
  /** Replaces closing the dialog. */
  onCancel?: () => void
  children: ReactNode
}

/** A form in a dialog. Escape and ✕ keep the draft; Cancel discards it. */
export function FormDialog({
  form,
  button,
  busyText,
  danger,
  disabled,
  onClose,
  onCancel = onClose,
  ...dialog
}: Props) {
  const cancel = () => {
    form.discard()
    onCancel()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={form.onSubmit}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            disabled={disabled}
            busy={form.busy}
            busyText={busyText}
          >
            {button}
          </Button>
        </>
      }
      {...dialog}
    />
  )
}
