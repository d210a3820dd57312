import { FunnelX } from 'lucide-react'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { FILTER_FOCUS_AREAS, STAGES } from '../shared/options.ts'
import type { Address } from './use-address.ts'

type Props = {
  stage: readonly string[]
  focus: readonly string[]
  isFiltered: boolean
  onChange: (change: Address) => void
  onClear: () => void
}

/** Tags to filter by: OR within a group, AND between the groups. */
export function FilterPanel({ stage, focus, isFiltered, onChange, onClear }: Props) {
  return (
    <Card>
      <div className="flex flex-col gap-5">
        <Group label="Stage" options={STAGES} chosen={stage} onChange={tags => onChange({ stage: tags.join(',') })} />
        <Group
          label="Focus"
          options={FILTER_FOCUS_AREAS}
          chosen={focus}
          onChange={tags => onChange({ focus: tags.join(',') })}
        />
        {isFiltered && (
          <div>
            <Button variant="secondary" size="sm" icon={FunnelX} onClick={onClear}>
              Clear filters
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

type GroupProps = {
  label: string
  options: readonly string[]
  chosen: readonly string[]
  onChange: (tags: string[]) => void
}

function Group({ label, options, chosen, onChange }: GroupProps) {
  const toggle = (tag: string) =>
    onChange(chosen.includes(tag) ? chosen.filter(other => other !== tag) : [...chosen, tag])
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(tag => (
          <button
            key={tag}
            type="button"
            aria-pressed={chosen.includes(tag)}
            onClick={() => toggle(tag)}
            className={cx(
              'h-8 rounded-full border px-3 text-sm transition-colors pointer-coarse:h-11',
              chosen.includes(tag)
                ? 'border-transparent bg-accent font-medium text-on-accent'
                : 'border-edge/60 bg-surface hover:border-edge hover:bg-sunken',
            )}
          >
            {tag}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
