import { Card } from './Card.tsx'
import { CopyButton } from './CopyButton.tsx'

/** What somebody was writing to a thing that is gone meanwhile: to be taken along. */
export function Unsent({ texts }: { texts: string[] }) {
  if (texts.length === 0) return null
  return (
    <Card as="section" title="What you were writing">
      <ul className="flex flex-col gap-4">
        {texts.map(text => (
          <li key={text} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <p dir="auto" className="min-w-0 flex-1 basis-52 whitespace-pre-line wrap-anywhere">
              {text}
            </p>
            <CopyButton text={text} size="sm" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
