import { Star } from 'lucide-react'
import { type KeyboardEvent, use, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldProps, splitProps } from './Field.tsx'
import { FieldContext } from './field-context.ts'
import { ratingAfter } from './star-keys.ts'

type Props = { value: number | null; onChange: (value: number | null) => void; disabled?: boolean }

/** One to five stars as a radio group that can also be cleared: by the checked star, Space or Backspace. */
export function StarRating(props: FieldProps & Props) {
  const [field, stars] = splitProps<Props>(props)
  return (
    <Field {...field} text={String(stars.value)} group>
      <Group {...stars} />
    </Field>
  )
}

function Group({ value, onChange, disabled }: Props) {
  const field = use(FieldContext)
  const group = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const filled = hovered ?? value ?? 0

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = ratingAfter(event.key, Number(event.currentTarget.value), value)
    if (next === undefined) return
    event.preventDefault()
    onChange(next)
    if (next) group.current?.querySelectorAll('input')[next - 1]?.focus()
  }

  return (
    <div
      ref={group}
      role="radiogroup"
      aria-labelledby={field?.labelId}
      aria-describedby={field?.describedBy}
      aria-required={field?.required || undefined}
      aria-invalid={field?.invalid || undefined}
      onPointerLeave={() => setHovered(null)}
      className="-ml-1.5 flex w-max"
    >
      {[1, 2, 3, 4, 5].map(star => (
        <label
          key={star}
          onPointerEnter={event => event.pointerType === 'mouse' && !disabled && setHovered(star)}
          className="relative grid size-[36px] place-items-center pointer-coarse:size-[44px] rounded-control has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-(--focus)"
        >
          <input
            type="radio"
            name={field?.id}
            value={star}
            aria-label={star === 1 ? '1 star' : `${star} stars`}
            checked={value === star}
            disabled={disabled}
            // A click on the checked radio fires no change event.
            onClick={() => value === star && onChange(null)}
            onChange={() => onChange(star)}
            onKeyDown={onKeyDown}
            className="absolute inset-0 appearance-none outline-none"
          />
          <Star
            aria-hidden
            size={24}
            strokeWidth={1.75}
            className={cx(
              'pointer-events-none transition-colors',
              star <= filled ? 'fill-flag text-flag' : 'text-edge',
              disabled && 'opacity-50',
            )}
          />
        </label>
      ))}
    </div>
  )
}
