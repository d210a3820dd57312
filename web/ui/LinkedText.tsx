import { Highlight } from './Highlight.tsx'
import { linksIn, type Piece } from './links.ts'

/** Plain text from a member. Only web addresses in it become links. */
export const LinkedText = ({ text, query = '' }: { text: string; query?: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other identity
  linksIn(text).map((piece, index) => <Part key={index} {...piece} query={query} />)

function Part({ text, href, query }: Piece & { query: string }) {
  const shown = <Highlight text={text} query={query} />
  if (!href) return shown
  return (
    // Isolated as left-to-right, so that a bidi control character before it cannot change how the address reads.
    <a
      href={href}
      dir="ltr"
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent underline underline-offset-2 wrap-anywhere"
    >
      {shown}
    </a>
  )
}
