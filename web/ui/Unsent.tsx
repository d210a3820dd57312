import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { CopyButton } from './CopyButton.tsx'

type Props = {
  texts: {
    /** Empty if only other fields were changed, such as a rating. */
    text: string
    discard: () => void
  }[]
}

/** Unsent drafts for something that was deleted in the meantime, to copy or discard. */
export function Unsent({ texts }: Props) {
  if (texts.length === 0) return null
  return (
    <Card as="section" title="What you were writing">
      <ul className="flex flex-col gap-4">
        {texts.map(({ text, discard }) => (
          <li key={text} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <p dir="auto" className="min-w-0 flex-1 basis-52 whitespace-pre-line wrap-anywhere">
              {text || <span className="text-muted">A change without text</span>}
            </p>
            <div className="flex gap-2">
              {text && <CopyButton text={text} size="sm" />}
              <Button size="sm" variant="ghost" onClick={discard}>
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
