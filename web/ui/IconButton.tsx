import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Tooltip } from './Tooltip.tsx'

const sizes = {
  sm: { box: 'size-8 pointer-coarse:size-11', icon: 16 },
  md: { box: 'size-9 pointer-coarse:size-11', icon: 18 },
}
const tones = {
  plain: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'text-error hover:bg-red-soft',
  /** On the sidebar. */
  lake: 'text-on-lake-muted hover:bg-lake-raised hover:text-on-lake',
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
  /** The accessible name and the tooltip. */
  label: string
  icon: LucideIcon
  size?: keyof typeof sizes
  tone?: keyof typeof tones
}

export function IconButton({ label, icon: Icon, size = 'md', tone = 'plain', ...rest }: IconButtonProps) {
  const { box, icon } = sizes[size]
  return (
    <Tooltip text={label} names>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={cx(
          'grid shrink-0 place-items-center rounded-control transition-colors disabled:cursor-not-allowed disabled:opacity-50',
          box,
          tones[tone],
        )}
      >
        <Icon aria-hidden size={icon} />
      </button>
    </Tooltip>
  )
}
