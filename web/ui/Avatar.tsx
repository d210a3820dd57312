import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { cx } from './cx.ts'
import { colourOf, initialsOf } from './name.ts'
import { smallPicture } from './picture.ts'

const discColours = [
  'bg-tint text-on-tint',
  'bg-green-soft text-on-green',
  'bg-purple-soft text-on-purple',
  'bg-amber-soft text-on-amber',
  'bg-teal-soft text-on-teal',
  'bg-blue-soft text-on-blue',
]

const sizes = {
  sm: { box: 'size-8 text-xs', icon: 16 },
  md: { box: 'size-12 text-lg', icon: 22 },
  lg: { box: 'size-20 text-3xl', icon: 36 },
  xl: { box: 'size-28 text-4xl', icon: 48 },
}

/** A picture, else the initials, else an icon. Decorative: the name is shown beside it. */
export function Avatar({
  name,
  src,
  size = 'md',
}: {
  name?: string | null
  src?: string | null
  size?: keyof typeof sizes
}) {
  const [broken, setBroken] = useState<string | null>(null)
  const { box, icon } = sizes[size]
  const shownSrc = src && (size === 'sm' || size === 'md') ? smallPicture(src) : src
  const initials = initialsOf(name)
  const disc = initials ? discColours[colourOf(name ?? '', discColours.length)] : 'bg-neutral-soft text-on-neutral'
  return (
    <span
      aria-hidden="true"
      data-avatar=""
      className={cx('grid shrink-0 place-items-center overflow-hidden rounded-full font-serif select-none', box, disc)}
    >
      {shownSrc && shownSrc !== broken ? (
        <img
          src={shownSrc}
          alt=""
          loading="lazy"
          onError={() => setBroken(shownSrc)}
          className="size-full object-cover"
        />
      ) : (
        initials || <UserRound size={icon} strokeWidth={1.75} />
      )}
    </span>
  )
}
