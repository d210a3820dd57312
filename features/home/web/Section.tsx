import type { ReactNode } from 'react'
import { Badge } from '../../../web/ui/Badge.tsx'
import { Card } from '../../../web/ui/Card.tsx'

export const sectionLink = 'touchable text-sm font-medium text-accent underline-offset-2 hover:underline'

/** A section of the dashboard: a heading, a badge for sample data, and an action at the end of the line. */
export function Section({
  title,
  isSample,
  action,
  children,
}: {
  title: string
  isSample: boolean
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Card
      as="section"
      aria-label={title}
      title={
        <span className="flex flex-wrap items-center gap-2">
          {title}
          {isSample && (
            <span className="flex font-sans">
              <Badge tone="amber">Sample</Badge>
            </span>
          )}
        </span>
      }
      action={action}
    >
      {children}
    </Card>
  )
}
