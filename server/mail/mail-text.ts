/** Also for attributes in double quotes. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Without line breaks, control characters and marks that change the direction of what follows. */
export const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()

/** For subjects. Cuts between characters, not within one. */
export function shortened(text: string, most: number): string {
  const characters = [...oneLine(text)]
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : characters.join('')
}

/** Replaces the addresses in an escaped text. A full stop, comma or bracket at the end is not part of an address. */
export const linked = (html: string, link: (href: string) => string) =>
  html.replace(/https?:\/\/[^\s<>"]{1,500}/g, found => {
    const href = found.replace(/[.,;:!?)]+$/, '')
    return link(href) + found.slice(href.length)
  })

export const joined = (...styles: string[]) => styles.filter(Boolean).join(';')
