/** More than two lines of any screen hold. */
const MOST = 1000

/**
 * A text without its Markdown signs, for a preview of two lines. Of a long text only the beginning: some of these patterns look for their end
 * from every sign on, and twenty thousand brackets would keep the browser busy for seconds.
 */
export const plainText = (markdown: string) =>
  markdown
    .slice(0, MOST)
    .replace(/^```.*$/gm, '')
    .replace(/^ {0,3}(>\s?|[-*+]\s+|\d+[.)]\s+)+/gm, '')
    .replace(/\[([^\]]*)\]\(https?:\/\/[^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/(^|\W)([*_])(\S.*?)\2(?=\W|$)/g, '$1$3')
    .replace(/\s+/g, ' ')
    .trim()
