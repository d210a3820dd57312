import { highlighted } from './highlight.ts'

/** A text in which the words of the query are marked. */
export function Highlight({ text, query }: { text: string; query: string }) {
  return highlighted(text, query).map((piece, index) =>
    piece.match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other identity
      <mark key={index} className="rounded-[3px] bg-amber-soft text-on-amber">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
