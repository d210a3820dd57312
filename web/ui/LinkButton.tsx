import type { LucideIcon } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonLook, iconSize } from './button-look.ts'

type LinkProps = { className?: string; children?: ReactNode }

/** A link that looks like a button: `<LinkButton render={<Link to="/profile" />}>Update Profile</LinkButton>`. */
export function LinkButton({
  render,
  children,
  variant = 'primary',
  size = 'md',
  icon: Icon,
  wide = false,
}: {
  render: ReactElement<LinkProps>
  children: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  wide?: boolean
}) {
  return cloneElement(
    render,
    { className: buttonLook(variant, size, wide) },
    Icon && <Icon key="icon" aria-hidden size={iconSize[size]} />,
    children,
  )
}
