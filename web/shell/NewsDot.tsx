import { cx } from '../ui/cx.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

export const NewsDot = ({ className }: { className: string }) => (
  <span className={cx('size-1.5 rounded-full', className)}>
    <VisuallyHidden> has something new</VisuallyHidden>
  </span>
)
