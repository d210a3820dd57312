import { Text } from './text.ts'

/** Addresses as members type them, and the links they become. Only http and https ever become one. */

const isUrl = (value: string) => /^https?:\/\//i.test(value)

/** 'acme.com' is how most people type it. */
export const websiteUrl = (value: string) => (isUrl(value) ? value : `https://${value}`)

type Network = { home: string; hosts: RegExp }
const linkedin: Network = { home: 'https://linkedin.com/in/', hosts: /^([a-z]+\.)?linkedin\.com\//i }
const twitter: Network = { home: 'https://x.com/', hosts: /^(www\.|mobile\.)?(x|twitter)\.com\//i }
const github: Network = { home: 'https://github.com/', hosts: /^(www\.)?github\.com\//i }

/** A link stays as it is, 'linkedin.com/in/ada' only lacks its beginning, and anything else is a name there. */
const profileUrl = (value: string, { home, hosts }: Network) =>
  isUrl(value)
    ? value
    : hosts.test(value)
      ? `https://${value}`
      : home + encodeURIComponent(value.trim().replace(/^@/, ''))

export const linkedinUrl = (value: string) => profileUrl(value, linkedin)
export const twitterUrl = (value: string) => profileUrl(value, twitter)
export const githubUrl = (value: string) => profileUrl(value, github)

/** A link without what every link has: 'https://www.acme.com/' reads 'acme.com'. */
export const shortUrl = (value: string) => value.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** '@ada', however it was typed. */
export const twitterName = (value: string) => `@${shortUrl(value).replace(twitter.hosts, '').trim().replace(/^@/, '')}`

/** 'https://bank.example@evil.example' leads to evil.example: what stands before the @ is a username there. */
export function namesUser(address: string): boolean {
  const url = URL.canParse(address) && new URL(address)
  // The username may be empty.
  return Boolean(url && (url.username || url.password || /^https?:\/*[^/?#]*@/i.test(address)))
}

/**
 * Blanks, control characters, backslashes and what turns the direction of reading. A browser leaves some of them out and takes others
 * for a slash, so that the link leads elsewhere than it reads.
 */
const UNCLEAR = /[\s\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** A browser takes 'https:///evil.example' for evil.example. */
const SCHEME_AND_HOST = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i

/** What a stored link must be: with a scheme, and nothing that hides where it leads. */
export const isWebLink = (text: string) => SCHEME_AND_HOST.test(text) && !UNCLEAR.test(text) && URL.canParse(text)

/** Why a link is refused; `what` it is called, such as 'The link'. */
export function linkProblem(text: string, what: string): string | undefined {
  if (isWebLink(text)) return undefined
  if (namesUser(text)) return `${what} must not contain a username or password`
  return isUrl(text) && UNCLEAR.test(text)
    ? `${what} must not contain blanks, backslashes or invisible characters`
    : `${what} is not a web address, such as https://example.com.`
}

function isWebsite(value: string): boolean {
  const link = websiteUrl(value)
  return isWebLink(link) && new URL(link).hostname.includes('.')
}

/** A link as it is stored: 'zoom.us/j/1' gets its https://. What is no web address stays as it was typed, to be refused. */
export function webLink(typed: string): string {
  const text = typed.trim()
  return isWebsite(text) ? websiteUrl(text) : text
}

const isOn = (network: Network) => (value: string) =>
  isUrl(value) ? isWebsite(value) : network.hosts.test(value) ? isWebsite(value) : /^@?[\p{L}\p{N}._-]+$/u.test(value)

export const MAX_LINK = 300
const orNothing = (value: string) => value || null

/** '' and null both mean: none. */
const optional = (accepts: (value: string) => boolean, otherwise: string) =>
  Text(MAX_LINK)
    .refine(value => value === '' || accepts(value), otherwise)
    .transform(orNothing)
    .nullable()

export const Website = optional(isWebsite, 'Please enter a web address, such as https://example.com.')
export const LinkedIn = optional(
  isOn(linkedin),
  'Please enter a LinkedIn username or a link that begins with https://.',
)
export const Twitter = optional(isOn(twitter), 'Please enter a Twitter username or a link that begins with https://.')
export const GitHub = optional(isOn(github), 'Please enter a GitHub username or a link that begins with https://.')
