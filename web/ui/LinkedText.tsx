import type { Mention } from '../../contract/mentions.ts'
import { Highlight } from './Highlight.tsx'
import type { Piece } from './links.ts'
import { classForLongWords } from './long-word.ts'
import { MentionLink } from './MentionLink.tsx'
import { piecesIn } from './pieces.ts'

/** Plain text from a member. Only web addresses in it become links, and the names of mentioned members. */
export const LinkedText = ({
  text,
  query = '',
  mentions = [],
}: {
  text: string
  query?: string
  mentions?: Mention[]
}) => {
  const pieces = piecesIn(text, mentions).map(({ mention, ...piece }, index) =>
    mention ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other identity
      <MentionLink key={index} id={mention.id}>
        {piece.text}
      </MentionLink>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other identity
      <Part key={index} {...piece} query={query} />
    ),
  )
  const className = classForLongWords(text)
  return className ? <span className={className}>{pieces}</span> : pieces
}

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
