import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Field, type FieldProps } from './Field.tsx'
import { useFieldControl } from './field-context.ts'
import { optionLook, popupLook } from './option-look.ts'

export type Option<V extends string = string> = V | { value: V; label: string }

type Props<V extends string> = {
  options: readonly Option<V>[]
  value: V | null
  onChange: (value: V) => void
  placeholder?: string
  disabled?: boolean
  name?: string
}

const toItem = <V extends string>(option: Option<V>) =>
  typeof option === 'string' ? { value: option, label: option } : option

/** Selects one of a few options. */
export function Select<V extends string>({
  label,
  labelHidden,
  required,
  hint,
  error,
  aside,
  ...control
}: FieldProps & Props<V>) {
  return (
    <Field
      label={label}
      labelHidden={labelHidden}
      required={required}
      hint={hint}
      error={error}
      aside={aside}
      text={control.value ?? ''}
    >
      <Control {...control} />
    </Field>
  )
}

function Control<V extends string>({ options, value, onChange, placeholder, disabled, name }: Props<V>) {
  const items = options.map(toItem)
  const { id, ...aria } = useFieldControl()
  return (
    <Base.Root
      id={id}
      name={name}
      items={items}
      value={value}
      onValueChange={next => next !== null && onChange(next)}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger {...aria} className="control flex items-center justify-between gap-2 text-left">
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-muted" />
        <Base.Icon className="shrink-0 text-muted">
          <ChevronsUpDown aria-hidden size={16} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className={popupLook}>
            <Base.List className="outline-none">
              {items.map(item => (
                <Base.Item key={item.value} value={item.value} className={optionLook}>
                  <Base.ItemText className="min-w-0 flex-1">{item.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check aria-hidden size={16} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
