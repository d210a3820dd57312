import { Field } from '../../../web/ui/Field.tsx'
import { useFieldControl } from '../../../web/ui/field-context.ts'
import { acceptedExtensions, sizeInWords } from '../shared/files.ts'

const accept = acceptedExtensions.map(extension => `.${extension}`).join(',')

type Props = { file: File | null; error?: string; onChoose: (file: File | null) => void }

export function FileField({ file, error, onChoose }: Props) {
  const hint = file && !error ? sizeInWords(file.size) : `${acceptedExtensions.join(', ')}; up to 20 MB`
  return (
    <Field label="File" required hint={hint} error={error} text={file ? `${file.name} ${file.size}` : ''}>
      <Control onChoose={onChoose} />
    </Field>
  )
}

function Control({ onChoose }: Pick<Props, 'onChoose'>) {
  return (
    <input
      {...useFieldControl()}
      type="file"
      accept={accept}
      onChange={event => onChoose(event.target.files?.[0] ?? null)}
      className="control cursor-pointer py-1 pl-1 file:mr-3 file:h-7.5 file:cursor-pointer file:rounded-[6px] file:border-0 file:bg-tint file:px-3 file:text-sm file:font-semibold file:text-on-tint"
    />
  )
}
