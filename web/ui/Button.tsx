import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonSize, type ButtonVariant, buttonLook, iconSize } from './button-look.ts'
import { lockForm } from './lock-form.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-disabled'> & {
  'aria-disabled'?: boolean
  children: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  /** Takes the full width of its container. */
  wide?: boolean
  /** Breaks a long label, such as one with a name, into several lines. */
  wraps?: boolean
  busy?: boolean
  /** The label while busy; without it, a spinner covers the label. */
  busyText?: string
}

type LabelProps = Pick<ButtonProps, 'children' | 'icon' | 'busy' | 'busyText'> & { size: ButtonSize }

function Label({ children, icon: Icon, busy, busyText, size }: LabelProps) {
  if (busy && !busyText) {
    return (
      <span className="relative grid place-items-center">
        <Spinner size={iconSize[size]} className="absolute" />
        <span className="opacity-0">{children}</span>
      </span>
    )
  }
  const icon = busy ? <Spinner size={iconSize[size]} /> : Icon && <Icon aria-hidden size={iconSize[size]} />
  const shown = (
    <span className="flex items-center justify-center gap-2">
      {icon}
      {busy ? busyText : children}
    </span>
  )
  if (!busyText) return shown
  return (
    <span className="keeps-room" data-room={busy ? children : busyText} data-room-icon={busy && !Icon ? undefined : ''}>
      {shown}
    </span>
  )
}

export function Button({
  children,
  variant = 'primary',
  size = 'md',
  icon,
  wide = false,
  wraps,
  busy,
  busyText,
  ...rest
}: ButtonProps) {
  // A button that is busy or `aria-disabled` ignores clicks but stays focusable; `disabled` would lose the keyboard focus.
  const isIgnored = busy || rest['aria-disabled']
  const onClick = (event: MouseEvent<HTMLButtonElement>) => (isIgnored ? event.preventDefault() : rest.onClick?.(event))
  return (
    <button
      type="button"
      {...rest}
      onClick={onClick}
      aria-disabled={isIgnored || undefined}
      aria-busy={busy || undefined}
      className={buttonLook(variant, size, wide, wraps)}
    >
      <Label icon={icon} busy={busy} busyText={busyText} size={size}>
        {children}
      </Label>
      {busy && rest.type === 'submit' && <span hidden ref={lockForm} />}
    </button>
  )
}
