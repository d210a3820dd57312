import { Combobox } from '@base-ui/react/combobox'
import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { keepsEnterInList } from './enter-in-list.ts'
import { Field, type FieldProps, splitProps } from './Field.tsx'
import { useFieldControl } from './field-context.ts'
import { OptionPopup } from './OptionPopup.tsx'

type Props = {
  options: readonly string[]
  value: readonly string[]
  onChange: (value: string[]) => void
  placeholder?: string
  disabled?: boolean
}

/**
 * Selects any number of options: typing filters, Enter selects, Backspace in the empty input removes the last. Text that is left in the input
 * selects the option that it means; otherwise it stays, with an error, and the form is not submitted.
 */
export function MultiSelect(props: FieldProps & Props) {
  const [field, control] = splitProps<Props>(props)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  return (
    <Field
      {...field}
      unsendable={
        !isOpen &&
        typed.trim() &&
        !meantBy(typed, control.options) &&
        `Nothing is chosen for “${typed.trim()}”. Choose from the list, or delete it.`
      }
      text={control.value.join()}
    >
      <Control {...control} typed={typed} onType={setTyped} isOpen={isOpen} onOpen={setOpen} />
    </Field>
  )
}

const LEAST_LETTERS = 4

type Typing = { typed: string; onType: (text: string) => void; isOpen: boolean; onOpen: (isOpen: boolean) => void }

function Control({ options, value, onChange, placeholder, disabled, typed, onType, isOpen, onOpen }: Props & Typing) {
  const field = useFieldControl()
  const takeMeant = () => {
    const meant = meantBy(typed, options)
    if (!meant) return
    onType('')
    if (!value.includes(meant)) onChange([...value, meant])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    keepsEnterInList(event)
    if (isOpen || !typed) return
    // It submits the form.
    if (event.key === 'Enter') takeMeant()
    if (event.key !== 'Escape') return
    // The dialog around it stays open.
    event.stopPropagation()
    onType('')
  }
  return (
    <Combobox.Root
      multiple
      autoHighlight
      items={nearestFirst(options, typed)}
      value={value as string[]}
      onValueChange={(next, { reason }) => {
        // Escape only closes the list; it does not clear the selection.
        if (reason !== 'escape-key') onChange(next)
        if (reason === 'item-press') onType('')
      }}
      inputValue={typed}
      // Base UI would clear the text when the list closes.
      onInputValueChange={(text, { reason }) => reason === 'input-change' && onType(text)}
      onOpenChange={(open, { reason }) => {
        onOpen(open)
        if (!open && (reason === 'focus-out' || reason === 'outside-press')) takeMeant()
      }}
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
            onKeyDown={onKeyDown}
            // With an open list, the focus may move into it.
            onBlur={() => !isOpen && takeMeant()}
            placeholder={value.length > 0 ? undefined : placeholder}
            className="h-7 min-w-10 flex-1 bg-transparent outline-none disabled:cursor-not-allowed"
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      <OptionPopup />
    </Combobox.Root>
  )
}

/** The option with this name, or the only one whose name, or a word in it, begins with the text. A few letters do not say enough. */
function meantBy(typed: string, options: readonly string[]): string | undefined {
  const text = typed.trim().toLowerCase()
  const named = options.find(option => option.toLowerCase() === text)
  const beginning = text.length < LEAST_LETTERS ? [] : options.filter(option => hasWordBeginning(option, text))
  return named ?? (beginning.length === 1 ? beginning[0] : undefined)
}

/** Enter takes the first option: 'seed' is Seed, not Pre-seed. */
function nearestFirst(options: readonly string[], typed: string): readonly string[] {
  const text = typed.trim().toLowerCase()
  if (!text) return options
  const distance = (option: string) => {
    const name = option.toLowerCase()
    return name === text ? 0 : name.startsWith(text) ? 1 : 2
  }
  return options.toSorted((a, b) => distance(a) - distance(b))
}

function hasWordBeginning(option: string, text: string): boolean {
  const name = option.toLowerCase()
  return [...name.matchAll(/[\p{L}\p{N}]+/gu)].some(({ index }) => name.startsWith(text, index))
}
