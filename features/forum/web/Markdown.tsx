import { lazy, Suspense } from 'react'

const Body = lazy(() => import('./MarkdownBody.tsx'))

/** What a member wrote. Until the parser is here, the text as it was typed. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="flex max-w-[75ch] flex-col gap-3">
      <Suspense fallback={<p className="whitespace-pre-wrap wrap-anywhere">{text}</p>}>
        <Body text={text} />
      </Suspense>
    </div>
  )
}
