import { Text } from './text.ts'

/** Turns web addresses as members type them into links. Only http and https are allowed. */

const isUrl = (value: string) => /^https?:\/\//i.test(value)

/** Most people type 'acme.com' without a scheme. */
export const websiteUrl = (value: string) => (isUrl(value) ? value : `https://${value}`)

type Network = { home: string; hosts: RegExp }
const linkedin: Network = { home: 'https://linkedin.com/in/', hosts: /^([a-z]+\.)?linkedin\.com\//i }
const twitter: Network = { home: 'https://x.com/', hosts: /^(www\.|mobile\.)?(x|twitter)\.com\//i }
const github: Network = { home: 'https://github.com/', hosts: /^(www\.)?github\.com\//i }

/** A link is unchanged, 'linkedin.com/in/ada' gets its scheme, and anything else is a username on that network. */
const profileUrl = (value: string, { home, hosts }: Network) =>
  isUrl(value)
    ? value
    : hosts.test(value)
      ? `https://${value}`
      : home + encodeURIComponent(value.trim().replace(/^@/, ''))

export const linkedinUrl = (value: string) => profileUrl(value, linkedin)
export const twitterUrl = (value: string) => profileUrl(value, twitter)
export const githubUrl = (value: string) => profileUrl(value, github)

/** For display: 'https://www.acme.com/' becomes 'acme.com'. */
export const shortUrl = (value: string) => value.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** '@ada', for a name or a link. */
export const twitterName = (value: string) => `@${shortUrl(value).replace(twitter.hosts, '').trim().replace(/^@/, '')}`

/** 'https://bank.example@evil.example' opens evil.example: the part before the @ is a username. */
export function namesUser(address: string): boolean {
  const url = URL.canParse(address) && new URL(address)
  // The username may be empty.
  return Boolean(url && (url.username || url.password || /^https?:\/*[^/?#]*@/i.test(address)))
}

/**
 * White space, control characters, backslashes and bidirectional control characters. Browsers remove some of them and treat others as a
 * slash, so that a link could open another site than it shows.
 */
const UNCLEAR = /[\s\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Browsers parse 'https:///evil.example' as evil.example. */
const SCHEME_AND_HOST = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i

/** A valid stored link: with a scheme, and without anything that hides its host. */
export const isWebLink = (text: string) => SCHEME_AND_HOST.test(text) && !UNCLEAR.test(text) && URL.canParse(text)

/** 'HTTPS://acme.com' is stored as 'https://acme.com', so that code and searches know it as a link. */
export const lowerCaseScheme = (link: string) => link.replace(/^https?:/i, scheme => scheme.toLowerCase())

/** The error message for an invalid link; `what` is its subject, such as 'The link'. */
export function linkProblem(text: string, what: string): string | undefined {
  if (isWebLink(text)) return undefined
  if (namesUser(text)) return `${what} must not contain a username or password.`
  return isUrl(text) && UNCLEAR.test(text)
    ? `${what} must not contain blanks, backslashes or invisible characters.`
    : `${what} is not a web address, such as https://example.com.`
}

function isWebsite(value: string): boolean {
  const link = websiteUrl(value)
  return isWebLink(link) && new URL(link).hostname.includes('.')
}

/** The form in which a link is stored: 'zoom.us/j/1' gets https://. Other text is unchanged; validation refuses it. */
export function webLink(typed: string): string {
  const text = typed.trim()
  return isWebsite(text) ? websiteUrl(text) : text
}

const isOn = (network: Network) => (value: string) =>
  isUrl(value) ? isWebsite(value) : network.hosts.test(value) ? isWebsite(value) : /^@?[\p{L}\p{N}._-]+$/u.test(value)

export const MAX_LINK = 300
const emptyToNull = (value: string) => value || null

/** '' and null both mean no value. */
const optional = (accepts: (value: string) => boolean, message: string) =>
  Text(MAX_LINK)
    .refine(value => value === '' || accepts(value), message)
    .transform(emptyToNull)
    .nullable()

export const Website = optional(isWebsite, 'Please enter a web address, such as https://example.com.')
export const LinkedIn = optional(
  isOn(linkedin),
  'Please enter a LinkedIn username or a link that begins with https://.',
)
export const Twitter = optional(isOn(twitter), 'Please enter a Twitter username or a link that begins with https://.')
export const GitHub = optional(isOn(github), 'Please enter a GitHub username or a link that begins with https://.')
