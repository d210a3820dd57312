import { beginning } from '../../shared/shorten.ts'

/** Windows and several mail programs open no longer address. */
export const MAX_MAILTO = 2000

type Mail = { to?: string; subject: string; text: string }
/** `isCut`: the text did not fit into the address. */
export type MailLink = { href: string; isCut: boolean }

const encoded = (text: string) => encodeURIComponent(text.toWellFormed().replaceAll('\n', '\r\n'))

/** A mailto: link with a subject and a text (RFC 6068). A text that is too long for one is cut at a word. */
export function mailLink({ to = '', subject, text }: Mail): MailLink {
  const start = `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}?subject=${encoded(beginning(subject, 200))}&body=`
  const fits = (body: string) => start.length + encoded(body).length <= MAX_MAILTO
  if (fits(text)) return { href: start + encoded(text), isCut: false }
  let [low, high] = [0, Math.min(text.length, MAX_MAILTO)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(`${beginning(text, middle)} …`)) low = middle
    else high = middle - 1
  }
  return { href: start + encoded(`${beginning(text, low)} …`), isCut: true }
}
