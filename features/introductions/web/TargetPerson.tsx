import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { Field } from '../../../web/ui/Field.tsx'
import { useFieldControl } from '../../../web/ui/field-context.ts'
import { MemberOption } from '../../../web/ui/MemberOption.tsx'
import type { Offered } from '../../../web/ui/namesakes.ts'
import { optionLook, popupLook } from '../../../web/ui/option-look.ts'
import { limits } from '../shared/rules.ts'
import { useMembersNamed } from './members.ts'

type Props = { value: string; onType: (name: string) => void; onChoose: (member: Offered) => void }

/** The person to meet: any name may be typed; members with a matching name are suggested. */
export function TargetPerson({ error, ...control }: Props & { error: string | undefined }) {
  return (
    <Field
      label="Target Person"
      hint="Optional. A member, or anybody else."
      error={error}
      text={control.value}
      limit={limits.target_person}
    >
      <Control {...control} />
    </Field>
  )
}

function Control({ value, onType, onChoose }: Props) {
  const field = useFieldControl()
  const [isOpen, setOpen] = useState(false)
  // A name from the URL or a draft is not searched for until the member types.
  const members = useMembersNamed(isOpen ? value : '')
  return (
    <Autocomplete.Root
      items={members}
      filter={null}
      // An open popup without items would still hide the rest of the form from screen readers.
      open={isOpen && members.length > 0}
      onOpenChange={setOpen}
      value={value}
      onValueChange={onType}
      itemToStringValue={(member: Offered) => member.full_name}
    >
      <Autocomplete.Input {...field} name="target_person" dir="auto" autoComplete="off" className="control" />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={6} className="z-50 outline-none">
          <Autocomplete.Popup aria-label="Members" className={popupLook}>
            <Autocomplete.List className="outline-none">
              {(member: Offered) => (
                <Autocomplete.Item
                  key={member.id}
                  value={member}
                  className={optionLook}
                  onClick={() => onChoose(member)}
                >
                  <MemberOption member={member} among={members} />
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
