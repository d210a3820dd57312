import { useMatches } from '@tanstack/react-router'
import { Card } from '../ui/Card.tsx'

/** Stands in for a screen that is not there yet. */
export default function ComingScreen() {
  const title = useMatches({ select: matches => matches.at(-1)?.staticData.title })
  return (
    <>
      <h1 className="mb-6 text-4xl">{title}</h1>
      <Card>
        <p className="text-muted">This screen is being built.</p>
      </Card>
    </>
  )
}
