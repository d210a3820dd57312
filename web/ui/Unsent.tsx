import { Card } from './Card.tsx'
import { CopyButton } from './CopyButton.tsx'

/** What somebody was writing to a thing that is gone meanwhile: to be taken along. */
export function Unsent({ text }: { text: string }) {
  if (text.trim() === '') return null
  return (
    <Card as="section" title="What you were writing" action={<CopyButton text={text} size="sm" />}>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </Card>
  )
}
