import type { ReactNode } from 'react'
import { Card } from '../../../web/ui/Card.tsx'
import { LinkedText } from '../../../web/ui/LinkedText.tsx'
import type { Investor } from '../contract.ts'
import { Tags } from './Tags.tsx'

export function AboutCard({ investor }: { investor: Investor }) {
  const { description, notes, focus, stage, check_size } = investor
  return (
    <Card as="section" title="About">
      <div className="flex flex-col gap-5">
        <p dir="auto" className={description ? 'whitespace-pre-line' : 'text-muted italic'}>
          <LinkedText text={description || 'No description available'} />
        </p>
        {notes && (
          <Part label="Additional Notes">
            <p dir="auto" className="whitespace-pre-line">
              <LinkedText text={notes} />
            </p>
          </Part>
        )}
        <Part label="Focus Areas">
          <Tags label="Focus areas" tags={focus} tone="tint" />
          {focus.length === 0 && <p className="text-muted">No focus areas specified</p>}
        </Part>
        <Part label="Investment Stages">
          <Tags label="Investment stages" tags={stage} tone="neutral" />
          {stage.length === 0 && <p className="text-muted">No investment stages specified</p>}
        </Part>
        {check_size && (
          <Part label="Typical Check Size">
            <p>{check_size}</p>
          </Part>
        )}
      </div>
    </Card>
  )
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1.5 font-sans text-sm font-medium text-muted">{label}</h3>
    {children}
  </div>
)
