import type { Mention } from '../../../contract/mentions.ts'
import { chunkOf, useChunk } from '../../../web/app/chunk.ts'
import { cx } from '../../../web/ui/cx.ts'
import { classForLongWords } from '../../../web/ui/long-word.ts'

const body = chunkOf(() => import('./MarkdownBody.tsx'))

/** A member's text. Until the parser is loaded, it is shown as typed. */
export function Markdown({ text, mentions }: { text: string; mentions: Mention[] }) {
  const { module } = useChunk(body)
  return (
    <div className={cx('flex max-w-[75ch] flex-col gap-3', classForLongWords(text))}>
      {module ? (
        <module.default text={text} mentions={mentions} />
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      )}
    </div>
  )
}
