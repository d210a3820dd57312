import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border-edge/60 bg-surface text-ink hover:border-edge hover:bg-sunken',
  ghost: 'border-transparent bg-transparent text-ink hover:bg-sunken',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-strong',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-8 px-3 text-xs gap-1.5 pointer-coarse:min-h-11',
  md: 'min-h-9 px-4 text-sm gap-2 pointer-coarse:min-h-11',
  lg: 'min-h-11 px-5 text-base gap-2',
}

const wrapping = 'min-h-9 px-4 py-1.5 text-sm gap-2 pointer-coarse:min-h-11'

/** Class names of buttons and of links that look like buttons. */
export const buttonLook = (variant: ButtonVariant, size: ButtonSize, wide: boolean, wraps = false) =>
  cx(
    'inline-flex items-center justify-center rounded-control border font-semibold transition-colors select-none',
    // With large text a label may be wider than a phone.
    wraps ? 'min-w-0 text-left wrap-anywhere' : 'max-w-full shrink-0 whitespace-nowrap max-sm:whitespace-normal',
    'disabled:cursor-not-allowed disabled:opacity-50',
    'not-aria-busy:aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:opacity-50',
    variants[variant],
    wraps ? wrapping : sizes[size],
    wide && 'w-full',
  )

export const iconSize: Record<ButtonSize, number> = { sm: 14, md: 16, lg: 18 }
