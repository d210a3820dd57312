/** A text without its Markdown signs, for a preview of two lines. */
export const plainText = (markdown: string) =>
  markdown
    .replace(/^```.*$/gm, '')
    .replace(/^ {0,3}(>\s?|[-*+]\s+|\d+[.)]\s+)+/gm, '')
    .replace(/\[([^\]]*)\]\(https?:\/\/[^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/(^|\W)([*_])(\S.*?)\2(?=\W|$)/g, '$1$3')
    .replace(/\s+/g, ' ')
    .trim()
