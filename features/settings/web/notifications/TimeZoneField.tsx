import { Combobox } from '@base-ui/react/combobox'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { browserTimeZone } from '../../../../web/session/time-zone.ts'
import { keepsEnterInList } from '../../../../web/ui/enter-in-list.ts'
import { Field } from '../../../../web/ui/Field.tsx'
import { useFieldControl } from '../../../../web/ui/field-context.ts'
import { OptionPopup } from '../../../../web/ui/OptionPopup.tsx'

type Props = { value: string; onChange: (zone: string) => void; error?: string }

/** 'America/New_York' as 'America / New York', which is found by typing 'new york'. */
const label = (zone: string) => zone.replaceAll('/', ' / ').replaceAll('_', ' ')

/** The zones that this browser knows, and those in use, which it may not list: UTC, or one chosen in another browser. */
const zonesWith = (...inUse: string[]) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...inUse])].filter(Boolean).sort()

function timeIn(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: zone }).format(new Date())
  } catch {
    return undefined
  }
}

export function TimeZoneField({ value, onChange, error }: Props) {
  const here = browserTimeZone()
  const time = timeIn(value)
  return (
    <Field
      label="Time zone"
      error={error}
      text={value}
      hint={time && `It is ${time} there now. Quiet hours and the digest follow this time.`}
      aside={
        here &&
        here !== value && (
          <button
            type="button"
            onClick={() => onChange(here)}
            className="touchable text-accent underline-offset-2 hover:underline"
          >
            Use {label(here)}
          </button>
        )
      }
    >
      <Control value={value} onChange={onChange} />
    </Field>
  )
}

function Control({ value, onChange }: Props) {
  const [zones] = useState(() => zonesWith(value, browserTimeZone()))
  return (
    <Combobox.Root
      items={zones}
      value={value || null}
      onValueChange={(zone, { reason }) => zone && reason !== 'escape-key' && onChange(zone)}
      itemToStringLabel={label}
      autoHighlight
    >
      <div className="relative">
        <Combobox.Input
          {...useFieldControl()}
          name="time_zone"
          onKeyDown={keepsEnterInList}
          autoComplete="off"
          placeholder="That of the community"
          className="control pr-11"
        />
        <Combobox.Trigger
          aria-label="Show time zones"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted"
        >
          <ChevronsUpDown aria-hidden size={16} />
        </Combobox.Trigger>
      </div>
      <OptionPopup label={label} />
    </Combobox.Root>
  )
}
