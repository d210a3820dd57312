import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from '../../../contract/plain-text.ts'
import { Name } from '../../../contract/text.ts'
import { linksIn } from '../../../web/ui/links.ts'
import { MAX_TEXT } from '../contract.ts'
import { type Node, parse } from './markdown.ts'

/** Serialises the nodes as tags, for readable expectations. */
const serialize = (nodes: Node[]): string =>
  nodes
    .map(({ tag, text, href, children }) =>
      tag === 'text'
        ? text
        : tag === 'br'
          ? '<br>'
          : `<${tag}${href ? ` ${href}` : ''}>${text ?? serialize(children)}</${tag}>`,
    )
    .join('')
const html = (text: string) => serialize(parse(text))

test('paragraphs, bold, italics, code, lists and quotes', () => {
  expect(html('One\n\nTwo\nlines')).toBe('<p>One</p><p>Two<br>lines</p>')
  expect(html('**bold** and *not*')).toBe('<p><strong>bold</strong> and <em>not</em></p>')
  expect(html('run `npm <start>`')).toBe('<p>run <code>npm <start></code></p>')
  expect(html('```\na < b\n```')).toBe('<pre>a < b\n</pre>')
  expect(html('- one\n- two')).toBe('<ul><li><span>one</span></li><li><span>two</span></li></ul>')
  expect(html('1. one')).toBe('<ol><li><span>one</span></li></ol>')
  expect(html('> said')).toBe('<blockquote><p>said</p></blockquote>')
})

test('http and https URLs become links, bare or in Markdown', () => {
  expect(html('see https://example.com/a?b=1.')).toBe(
    '<p>see <a https://example.com/a?b=1>https://example.com/a?b=1</a>.</p>',
  )
  expect(html('[here](http://example.com)')).toBe('<p><a http://example.com>here</a></p>')
})

test('bare URLs become links by the same rule as in other texts', () => {
  expect(html('www.example.com')).toBe('<p><a https://www.example.com>www.example.com</a></p>')
  expect(html('**https://example.com/_a_/b** and (www.example.com).')).toBe(
    '<p><strong><a https://example.com/_a_/b>https://example.com/_a_/b</a></strong> and (<a https://www.example.com>www.example.com</a>).</p>',
  )
  expect(html('`https://example.com` and example.com')).toBe('<p><code>https://example.com</code> and example.com</p>')
  expect(html('_https://example.com_')).toBe('<p><em><a https://example.com>https://example.com</a></em></p>')
  for (const text of [
    'See https://example.com/a?b=1#c, then call.',
    'https://example.com/%E2%80%AEmoc',
    'https://xn--bcher-kva.example',
    'https://bank.example@evil.example',
    'ftp://example.com and ada@www.example.com',
  ])
    expect(html(text), text).toBe(
      `<p>${linksIn(text)
        .map(({ text, href }) => (href ? `<a ${href}>${text}</a>` : text))
        .join('')}</p>`,
    )
})

test('a link whose text is another URL shows its real host', () => {
  expect(html('[https://bank.example/a](https://evil.example/b)')).toBe(
    '<p><a https://evil.example/b>https://bank.example/a</a> (evil.example)</p>',
  )
  expect(html('[**www.bank.example** now](https://evil.example)')).toContain('</a> (evil.example)</p>')
  expect(html('[https://bank.example](https://www.bank.example/login)')).not.toContain('(')
  expect(html('[our bank](https://bank.example)')).not.toContain('(')
})

test('bidirectional control characters are removed, so that no link reads backwards', () => {
  expect(html('[\u202emoc.knab](https://evil.example)')).toBe('<p><a https://evil.example>moc.knab</a></p>')
  expect(html('<https://evil.example/\u202emoc.knab>')).toContain('<a https://evil.example/moc.knab>')
  expect(html('\u2067a\u2069 https://example.com/\u202emoc')).not.toMatch(/[\u2066-\u2069\u202e]/)
})

test('a URL with a username before its host does not become a link', () => {
  for (const text of ['[bank](https://bank.example@evil.example)', '<https://bank.example:pw@evil.example>'])
    expect(html(text), text).not.toContain('<a')
})

test('nothing else becomes a link, and nothing becomes HTML', () => {
  for (const address of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
  ])
    expect(html(`[x](${address})`)).not.toContain('<a')
  expect(html('<img src=x onerror=alert(1)>')).toBe('<p><img src=x onerror=alert(1)></p>')
  expect(parse('<script>x</script>')).toEqual([
    { tag: 'p', children: [{ tag: 'text', text: '<script>x</script>', children: [] }] },
  ])
  expect(html('![x](https://example.com/x.png)')).not.toContain('<img')
  expect(html('# Loud\n\n---')).toBe('<p># Loud</p><p>---</p>')
})

test('the depth of nested markup is limited, and the text is kept', () => {
  const depth = (nodes: Node[]): number => Math.max(0, ...nodes.map(({ children }) => 1 + depth(children)))
  for (const [before, after] of [
    ['*', '*'],
    ['**_', '_**'],
    ['> ', ''],
    ['- ', ''],
    ['> *', '*'],
  ] as const) {
    const count = Math.floor((MAX_TEXT - 1) / (before.length + after.length))
    const nodes = parse(`${before.repeat(count)}a${after.repeat(count)}`)
    expect(depth(nodes), before).toBeLessThan(100)
    if (after) expect(serialize(nodes), before).toContain('a')
  }
  expect(html(`${'*'.repeat(5)}a${'*'.repeat(5)}`)).toBe('<p><em><strong><strong>a</strong></strong></em></p>')
})

test('a text with thousands of elements is shown as typed', () => {
  for (const piece of ['- a\n', 'a\n', 'a\n\n', '*a*b', '*_', '1) a\n', '> > a\n\n', '`a` ', '@Ada ']) {
    const text = piece.repeat(MAX_TEXT).slice(0, MAX_TEXT)
    expect(parse(text, [{ id: 1, full_name: 'Ada' }]), piece).toEqual([{ tag: 'div', text, children: [] }])
  }
  const list = '- **Ada** said\n'.repeat(800)
  expect(html(list).match(/<strong>Ada</g)).toHaveLength(800)
  expect(html('A line of a poem.\n'.repeat(1100)).match(/<br>/g)).toHaveLength(1099)
})

test('a preview has the text without the markup', () => {
  expect(plainText('**Bold** and *not*, `code`\n\n- one\n- two\n\n> said [here](https://example.com)')).toBe(
    'Bold and not, code · one · two · said here',
  )
  expect(plainText('2 * 3 * 4 and snake_case_name')).toBe('2 * 3 * 4 and snake_case_name')
})

test('a preview keeps items, headings, paragraphs and cells apart', () => {
  expect(plainText('Agenda:\n- Pricing\n- Hiring\n  in Pilsen\n* Snacks')).toBe(
    'Agenda: Pricing · Hiring in Pilsen · Snacks',
  )
  expect(plainText('1. First.\n2. Second.')).toBe('First. Second.')
  expect(plainText('# Ask\nWho knows a plumber?\n\nThanks')).toBe('Ask · Who knows a plumber? Thanks')
  expect(plainText('| Name | Firm |\n|---|:-:|\n| Ida | Lakeshore |')).toBe('Name · Firm · Ida · Lakeshore')
  expect(plainText('One paragraph\nof two lines\n\nAnother')).toBe('One paragraph of two lines · Another')
  expect(plainText('> said\n> so\nNo')).toBe('said so · No')
  expect(plainText('```\nlet a = 1\n```\nCode')).toBe('let a = 1 · Code')
})

test('names of mentioned members become mentions, except in code and links', () => {
  const ada = { id: 1, full_name: 'Ada _O_ *x*' }
  const mentions = (text: string, known = [ada]) => {
    const found: string[] = []
    const collect = ({ member, text = '', children }: Node): void => {
      if (member) found.push(`${member} ${text}`)
      children.forEach(collect)
    }
    parse(text, known).forEach(collect)
    return found
  }
  expect(mentions('**Ask @Ada _O_ *x***, > @Ada _O_ *x*')).toEqual(['1 @Ada _O_ *x*', '1 @Ada _O_ *x*'])
  expect(mentions('- @Ada _O_ *x*\n- @Ada _O_')).toEqual(['1 @Ada _O_ *x*'])
  expect(mentions('`@Ada _O_ *x*` [@Ada _O_ *x*](https://a.example) \\@Ada _O_ *x*')).toEqual([])
  expect(mentions('```\n@Ada _O_ *x*\n```')).toEqual([])
  expect(mentions('@Ada _O_ *x*', [])).toEqual([])
  const [one, two] = [
    { id: 4, full_name: 'Val Chen' },
    { id: 5, full_name: 'Val Chen' },
  ]
  expect(mentions('@Val Chen\n\nor @Val Chen', [one, two])).toEqual(['4 @Val Chen', '5 @Val Chen'])
})

test('a name becomes no link where it is not a mention any more', () => {
  const withLinks = (nodes: Node[]): boolean => nodes.some(({ href, children }) => href || withLinks(children))
  const parts = [
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '\\',
    '&#58;',
    'https',
    ':',
    '//',
    'www',
    '.',
    'evil.example',
    ' ',
    '!',
    '"',
  ]
  const name = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map(chosen => chosen.join(''))
  fc.assert(
    fc.property(name, written => {
      const { data } = Name(200).safeParse(written)
      return data === undefined || !withLinks(parse(`Ask @${data}, or @Ada ${data}`))
    }),
    { numRuns: 2000 },
  )
})

test('no text makes parsing slow (no catastrophic backtracking)', {
  timeout: 60_000,
}, () => {
  for (const piece of [
    '[',
    '![',
    '*a ',
    '[a](http://',
    '_a',
    '`a``b',
    'http://a.b/(',
    'https://@',
    'https://a@',
    'www.',
    'https://a.b)',
    '> ',
    '- ',
    ' ',
    '\n- ',
    '\n| ',
    '> - ',
    '|-',
    '1. ',
    'https://a.b ',
    '[https://a.b',
    'https://a.b*',
    '[a](https://',
    '@A b ',
    '@A b\n\n',
    '@',
  ]) {
    const text = piece.repeat(MAX_TEXT).slice(0, MAX_TEXT)
    const before = process.cpuUsage()
    plainText(text)
    parse(text, [{ id: 1, full_name: 'A b' }])
    // CPU time of this process in microseconds, independent of the load of the machine.
    expect(process.cpuUsage(before).user, piece).toBeLessThan(1_000_000)
  }
})
