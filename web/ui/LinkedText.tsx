import { Highlight } from './Highlight.tsx'
import { linksIn, type Piece } from './links.ts'

/** What a member wrote as plain text: addresses of the web in it are links, nothing else is more than text. */
export const LinkedText = ({ text, query = '' }: { text: string; query?: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other identity
  linksIn(text).map((piece, index) => <Part key={index} {...piece} query={query} />)

function Part({ text, href, query }: Piece & { query: string }) {
  const shown = <Highlight text={text} query={query} />
  if (!href) return shown
  return (
    // Its own direction, so that no character before it turns what it reads like.
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
