import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import type { Mention } from '../../../contract/mentions.ts'
import { MentionLink } from '../../../web/ui/MentionLink.tsx'
import { type Node, parse } from './markdown.ts'

const classNames: Record<string, string> = {
  p: 'wrap-anywhere',
  // A whole text as typed.
  div: 'whitespace-pre-wrap wrap-anywhere',
  ul: 'list-disc ps-6',
  ol: 'list-decimal ps-6',
  blockquote: 'flex flex-col gap-3 border-s-2 border-edge ps-4 text-muted',
  code: 'rounded-[4px] bg-sunken px-1 py-0.5 font-mono text-[0.9em] wrap-anywhere',
  pre: 'overflow-x-auto rounded-control bg-sunken p-3 font-mono text-sm',
  a: 'text-accent underline underline-offset-2 wrap-anywhere',
}

/** Blocks with their own text direction. The items of a list have the direction of the list. */
const blocks = ['p', 'div', 'ul', 'ol', 'blockquote']

/** A separate chunk (see Markdown.tsx), so that the list of topics does not load the parser. */
export default function MarkdownBody({ text, mentions }: { text: string; mentions: Mention[] }) {
  const nodes = useMemo(() => parse(text, mentions), [text, mentions])
  return render(nodes)
}

const render = (nodes: Node[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text have no id
  nodes.map((node, index) => <Fragment key={index}>{element(node)}</Fragment>)

function element({ tag, text, href, children, member }: Node): ReactNode {
  if (tag === 'text') return text
  if (member !== undefined) return <MentionLink id={member}>{text}</MentionLink>
  if (tag === 'br') return <br />
  const className = classNames[tag]
  if (tag === 'a')
    return (
      <a href={href} dir="auto" target="_blank" rel="noopener noreferrer nofollow" className={className}>
        {render(children)}
      </a>
    )
  if (tag === 'pre')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable by keyboard
      <pre tabIndex={0} className={className}>
        {text}
      </pre>
    )
  return createElement(tag, { className, dir: blocks.includes(tag) ? 'auto' : undefined }, text ?? render(children))
}
