import { Combobox } from '@base-ui/react/combobox'
import { X } from 'lucide-react'
import { keepsEnterInList } from './enter-in-list.ts'
import { Field, type FieldProps } from './Field.tsx'
import { useFieldControl } from './field-context.ts'
import { OptionPopup } from './OptionPopup.tsx'

type Props = {
  options: readonly string[]
  value: readonly string[]
  onChange: (value: string[]) => void
  placeholder?: string
  disabled?: boolean
}

/** Selects any number of options: typing filters, Enter selects, Backspace in the empty input removes the last. */
export function MultiSelect({ label, labelHidden, required, hint, error, aside, ...control }: FieldProps & Props) {
  return (
    <Field
      label={label}
      labelHidden={labelHidden}
      required={required}
      hint={hint}
      error={error}
      aside={aside}
      text={control.value.join()}
    >
      <Control {...control} />
    </Field>
  )
}

function Control({ options, value, onChange, placeholder, disabled }: Props) {
  const field = useFieldControl()
  return (
    <Combobox.Root
      multiple
      autoHighlight
      items={options}
      value={value as string[]}
      // Escape only closes the list; it does not clear the selection.
      onValueChange={(next, { reason }) => reason !== 'escape-key' && onChange(next)}
      disabled={disabled}
    >
      <Combobox.InputGroup
        aria-invalid={field['aria-invalid']}
        data-disabled={disabled ? '' : undefined}
        className="control flex cursor-text flex-wrap items-center gap-1.5 py-1.5 pointer-coarse:gap-2 has-[input:focus-visible]:border-(--focus) has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-(--focus)"
      >
        <Combobox.Chips className="contents" aria-label={value.length > 0 ? 'Chosen' : undefined}>
          {value.map(chosen => (
            <Combobox.Chip
              key={chosen}
              aria-label={chosen}
              className="flex h-7 pointer-coarse:h-9 max-w-full items-center gap-1 rounded-full bg-tint pr-1 pl-3 text-sm text-on-tint"
            >
              <span className="truncate">{chosen}</span>
              <Combobox.ChipRemove
                aria-label={`Remove ${chosen}`}
                className="touchable grid size-6 shrink-0 place-items-center rounded-full -outline-offset-2 hover:bg-surface"
              >
                <X aria-hidden size={14} />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            {...field}
            onKeyDown={keepsEnterInList}
            placeholder={value.length > 0 ? undefined : placeholder}
            className="h-7 min-w-10 flex-1 bg-transparent outline-none disabled:cursor-not-allowed"
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      <OptionPopup />
    </Combobox.Root>
  )
}
