import { Plus } from 'lucide-react'
import { completionOf, missingFrom } from '../../../contract/completion.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { ProfileHints } from '../../../web/ui/ProfileHints.tsx'
import { Progress } from '../../../web/ui/Progress.tsx'
import type { Profile } from '../contract.ts'

/** How complete the profile is, with a button for each missing field. */
export function CompletionCard({ profile, onEdit }: { profile: Profile; onEdit: (field: string) => void }) {
  const percent = completionOf(profile)
  const missing = missingFrom(profile)
  return (
    <Card as="section" aria-label="Profile completion">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            <Progress label="Profile completion" value={percent} />
            <p className="mt-2 text-sm text-muted">Your profile is {percent}% complete.</p>
          </div>
          {percent < 100 && <Button onClick={() => onEdit('all')}>Complete Profile</Button>}
        </div>
        <ProfileHints percent={percent} />
        {missing.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-sm text-muted">Still missing:</span>
            {missing.map(({ field, label }) => (
              <Button key={field} size="sm" variant="secondary" icon={Plus} onClick={() => onEdit(field)}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Card>
  )
}
