import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { FormEvent } from 'react'
import { ConnectionMark } from '../shell/ConnectionMark.tsx'
import { cx } from './cx.ts'
import type { DialogProps } from './dialog-props.ts'
import { IconButton } from './IconButton.tsx'
import { Modal } from './Modal.tsx'

const widths = { sm: 'sm:max-w-[400px]', md: 'sm:max-w-[520px]', lg: 'sm:max-w-[720px]' }

export function DialogPanel({
  onClose,
  title,
  description,
  children,
  footer,
  onSubmit,
  size = 'md',
  initialFocus,
  alert,
}: Omit<DialogProps, 'open'>) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React events bubble through portals: stop this one before it reaches the form that opened the dialog.
    event.stopPropagation()
    onSubmit?.(event)
  }

  // In a small window the header scrolls with the content: a long title or an on-screen keyboard would leave no space for it.
  const content = (
    <>
      <div
        className={cx(
          'min-h-0 flex-1 overflow-y-auto overscroll-contain roomy:flex roomy:flex-col roomy:overflow-visible',
          Boolean(children) && 'fades-out roomy:mask-none',
        )}
      >
        <div className={cx('px-6 pb-4', alert ? 'pt-6' : 'pt-1 roomy:pt-6 roomy:pr-16')}>
          <Base.Title className="text-2xl">{title}</Base.Title>
          {description && (
            <Base.Description dir="auto" className="mt-1 text-left wrap-anywhere text-muted">
              {description}
            </Base.Description>
          )}
        </div>
        {children && (
          <div className="px-6 pb-6 roomy:min-h-0 roomy:flex-1 roomy:overflow-y-auto roomy:overscroll-contain roomy:fades-out">
            {children}
          </div>
        )}
      </div>
      {footer && <div className="flex flex-wrap justify-end gap-3 px-6 pb-4 roomy:pb-6">{footer}</div>}
      {/* A sheet ends at the edge of the screen, where a phone has its home indicator. */}
      <div className="h-[env(safe-area-inset-bottom)] shrink-0 sm:hidden" />
    </>
  )

  return (
    <Modal
      onClose={onClose}
      closesBeside={!alert && !onSubmit}
      isQuestion={alert}
      initialFocus={initialFocus}
      layer={cx('fixed inset-0 flex items-end justify-center sm:items-center sm:p-6', alert ? 'z-45' : 'z-40')}
      scrim="absolute inset-0 animate-appear bg-scrim backdrop-blur-[3px]"
      className={cx(
        'relative flex max-h-[92%] w-full animate-rise flex-col rounded-t-card bg-surface shadow-overlay outline-none sm:max-h-full sm:rounded-card',
        widths[size],
      )}
    >
      {/* In a small window the close button has its own row: the header scrolls, and must not scroll under it. */}
      <div className="flex shrink-0 items-start justify-between gap-3">
        {/* The page's own ConnectionMark is hidden behind the dialog. */}
        <ConnectionMark className="mt-3 ml-6 w-fit roomy:mt-5" />
        {!alert && (
          <div className="pt-1.5 pr-2 roomy:absolute roomy:top-5 roomy:right-4 roomy:z-10 roomy:p-0">
            <IconButton icon={X} label="Close" onClick={() => onClose()} />
          </div>
        )}
      </div>
      {onSubmit ? (
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          {content}
        </form>
      ) : (
        content
      )}
    </Modal>
  )
}
