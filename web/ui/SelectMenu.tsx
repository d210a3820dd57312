import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { cx } from './cx.ts'
import { useFieldControl } from './field-context.ts'
import { optionLook, popupLook } from './option-look.ts'
import { type SelectControl, toItem, triggerLook } from './select-control.ts'

type Props<V extends string> = SelectControl<V> & {
  /** What the placeholder of this menu had: the keyboard focus, or it was already pressed. */
  wasFocused: boolean
  wasPressed: boolean
}

export function SelectMenu<V extends string>({
  options,
  value,
  onChange,
  placeholder,
  disabled,
  name,
  wasFocused,
  wasPressed,
}: Props<V>) {
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
      defaultOpen={wasPressed}
    >
      <Base.Trigger {...aria} autoFocus={wasFocused} className={triggerLook}>
        {/* Not by data-placeholder, which is also set for the choice of '', such as 'All Industries'. */}
        <Base.Value
          placeholder={placeholder}
          className={cx('truncate', !items.some(item => item.value === value) && 'text-muted')}
        />
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
