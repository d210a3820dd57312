import { useMatches } from '@tanstack/react-router'
import { Card } from '../ui/Card.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** Stands in for a screen that is not there yet. */
export default function ComingScreen() {
  const title = useMatches({ select: matches => matches.at(-1)?.staticData.title })
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <p className="text-muted">This screen is being built.</p>
      </Card>
    </>
  )
}
