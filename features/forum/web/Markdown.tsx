import { chunkOf, useChunk } from '../../../web/app/chunk.ts'

const body = chunkOf(() => import('./MarkdownBody.tsx'))

/** What a member wrote. Until the parser is here, the text as it was typed. */
export function Markdown({ text }: { text: string }) {
  const { module } = useChunk(body)
  return (
    <div className="flex max-w-[75ch] flex-col gap-3">
      {module ? (
        <module.default text={text} />
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      )}
    </div>
  )
}
