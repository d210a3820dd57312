import { ChevronsUpDown } from 'lucide-react'
import { startTransition, useRef, useState } from 'react'
import { chunkOf, useChunk } from '../app/chunk.ts'
import { openChunk } from '../app/open-chunk.ts'
import { cx } from './cx.ts'
import { Field, type FieldProps, splitProps } from './Field.tsx'
import { useFieldControl } from './field-context.ts'
import { type SelectControl, toItem, triggerLook } from './select-control.ts'

/** Fetched when a select is hovered, focused or pressed: the first screen does not need it. */
const menu = chunkOf(() => import('./SelectMenu.tsx'))

/** Selects one of a few options. */
export function Select<V extends string>(props: FieldProps & SelectControl<V>) {
  const [field, control] = splitProps<SelectControl<V>>(props)
  return (
    <Field {...field} text={control.value ?? ''}>
      <Control {...control} />
    </Field>
  )
}

/** Until the menu is loaded, a button that looks the same. Pressed, it opens the menu as soon as it is there. */
function Control<V extends string>(control: SelectControl<V>) {
  const { options, value, placeholder, disabled, name } = control
  // Six menus at once would block a phone: each is loaded when it is touched, hovered or focused.
  const [isUsed, setUsed] = useState(false)
  const { module } = useChunk(menu, isUsed)
  // In a transition: a click right after the focus must still find the button.
  const use = () => startTransition(() => setUsed(true))
  const field = useFieldControl()
  const button = useRef<HTMLButtonElement>(null)
  const [wasPressed, setPressed] = useState(false)
  if (module)
    return (
      <module.SelectMenu
        {...control}
        wasFocused={button.current !== null && button.current === document.activeElement}
        wasPressed={wasPressed}
      />
    )
  const chosen = options.map(toItem).find(item => item.value === value)
  const press = async () => {
    setUsed(true)
    setPressed(true)
    if (!(await openChunk(menu, 'The choices could not be loaded'))) setPressed(false)
  }
  return (
    <>
      <button
        {...field}
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        disabled={disabled}
        className={triggerLook}
        onPointerEnter={use}
        onFocus={use}
        // Between the press and the release the menu may replace the button, which then gets no click.
        onMouseDown={event => event.button === 0 && void press()}
        // A click without a press: by a screen reader, a label or the keyboard.
        onClick={event => event.detail === 0 && void press()}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          // The page does not scroll.
          event.preventDefault()
          void press()
        }}
      >
        <span className={cx('truncate', !chosen && 'text-muted')}>{chosen?.label ?? placeholder}</span>
        <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-muted" />
      </button>
      {name && <input type="hidden" name={name} value={value ?? ''} />}
    </>
  )
}
