import type { FormEvent, ReactNode, RefObject } from 'react'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, always visible below the scrolling content. */
  footer?: ReactNode
  /** If set, content and footer are one form, which only Escape and the buttons close: an accidental click outside loses no input. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  size?: 'sm' | 'md' | 'lg'
  /** The initial focus; by default the first field of a form, else the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null>
  /** A question that must be answered: role alertdialog, without ✕. */
  alert?: boolean
}
