import { cx } from '../../../web/ui/cx.ts'

/** Radio buttons, each with a hint. */
export function RadioCards<V extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  across = false,
}: {
  legend: string
  name: string
  options: readonly { value: V; label: string; hint: string }[]
  value: V
  onChange: (value: V) => void
  /** Side by side if there is room. */
  across?: boolean
}) {
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className={cx('grid gap-3', across && 'sm:grid-cols-3')}>
        {options.map(option => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-3 rounded-control border border-line p-3 has-checked:border-accent has-checked:bg-tint has-checked:text-on-tint"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-1 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              <span className="block text-sm opacity-80">{option.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
