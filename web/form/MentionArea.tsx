import { type ComponentProps, useCallback, useImperativeHandle, useRef, useState } from 'react'
import type { Mention } from '../../contract/mentions.ts'
import { chunkOf, useChunk } from '../app/chunk.ts'
import { Field, type FieldProps, type Limit, splitProps } from '../ui/Field.tsx'
import { useFieldControl } from '../ui/field-context.ts'
import { mentionsIn } from '../ui/mentions.ts'
import { Area } from '../ui/TextArea.tsx'
import { tooManyMentions } from './mentions.ts'

const list = chunkOf(() => import('./MentionList.tsx'))

export type Mentioning = {
  /** Every member picked so far. */
  mentions: Mention[]
  onMentions: (mentions: Mention[]) => void
  /** Set if nobody is told of mentions in this text: where that is, such as 'an anonymous post'. */
  silentIn?: string | false
}

type Props = ComponentProps<typeof Area> & Mentioning & { value: string }

/** A text area that suggests members after '@'. The suggestions are a separate chunk; without it every text can be typed. */
export function MentionArea({ mentions, onMentions, silentIn, ref, ...area }: Props) {
  const { module } = useChunk(list)
  const [element, setElement] = useState<HTMLTextAreaElement | null>(null)
  // Not from the state, which is set only after the effects of the form: they may focus the area.
  const mounted = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => mounted.current as HTMLTextAreaElement, [])
  const keep = useCallback((area: HTMLTextAreaElement | null) => {
    mounted.current = area
    setElement(area)
  }, [])
  const inText = mentionsIn(area.value, mentions)
  const nobody = silentIn && `Nobody is told of mentions in ${silentIn}.`
  // After a submit the field's own error has this text.
  const isInvalid = useFieldControl()['aria-invalid']
  const excess = !silentIn && !isInvalid && tooManyMentions(inText)
  return (
    <>
      <Area ref={keep} {...area} />
      {module && element && (
        <module.default area={element} mentions={mentions} onMentions={onMentions} note={nobody || undefined} />
      )}
      <p role="status" className={excess ? 'text-sm text-error empty:hidden' : 'text-sm text-muted empty:hidden'}>
        {excess || (inText.length > 0 && nobody)}
      </p>
    </>
  )
}

/** The same with its label, hint and error. */
export function MentionField(props: FieldProps & Limit & Props) {
  const [field, area] = splitProps<Props>(props)
  return (
    <Field {...field} text={area.value}>
      <MentionArea {...area} />
    </Field>
  )
}
