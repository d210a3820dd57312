import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { accountLimits, SHORTEST_PASSWORD } from '../../contract/account.ts'
import { Refusal } from '../request/errors.ts'

/** Facts about an account that an attacker tries first. */
type AccountFacts = { communityName: string; names?: string[]; email?: string }

const TOO_COMMON = 'This password is too common. Please choose another one.'
const MADE_FROM_NAMES =
  "This password is too easy to guess: it is made from your name, your email address or the community's name. Please choose another one."

/**
 * Refuses common passwords and those made from facts about the account, also in the usual variations: capitals, digits and punctuation
 * around the word, and digits in place of letters (leetspeak). A long passphrase that only contains such a word is accepted.
 */
export function refuseGuessable(password: string, facts: AccountFacts): void {
  const readings = [...new Set(readingsOf(password))]
  const words = wordsOf(facts)
  if (readings.some(reading => isMadeOf(reading, words))) throw refused(MADE_FROM_NAMES)
  common ??= readCommon()
  if (isPattern(password) || readings.some(reading => common?.has(reading) || common?.has(unitOf(reading))))
    throw refused(TOO_COMMON)
}

/** The repeated part: 'passwordpassword' gives 'password'. */
const unitOf = (text: string) => /^(.{4,}?)\1+$/su.exec(text)?.[1] ?? text

/** At most three different characters, or a sequence of letters or digits: 'aaaaaaaa', 'abcdefgh', '87654321'. */
function isPattern(password: string): boolean {
  const codes = [...password.toLowerCase()].map(character => character.codePointAt(0) ?? 0)
  if (new Set(codes).size <= 3) return true
  const isNext = (code: number, before: number) => code - before === 1 || (before === 0x39 && code === 0x30) // 0 comes after 9
  const rises = (list: number[]) => list.every((code, i) => i === 0 || isNext(code, list[i - 1] ?? 0))
  return rises(codes) || rises(codes.toReversed())
}

const refused = (why: string) => new Refusal(400, why, { fields: { password: why } })

const letter = /\p{L}/u
/**
 * Removes case and accents: 'Zoë' becomes 'zoe'. NFKD expands some characters to eighteen, and the search for repetitions is quadratic,
 * so the result is cut to the maximum length of a password.
 */
const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, accountLimits.password)
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Trailing digits may replace the last letters of a word ('lovelac3'), so the ending is removed one character at a time. */
const MAX_STEPS = 16

/** All words that the password may be made from: the password itself, and without the characters before and after its letters. */
export function* readingsOf(password: string): Generator<string> {
  const text = fold(password)
  yield* spellings(text)
  const start = text.search(letter)
  if (start === -1) return
  for (const whole of [text, text.slice(start)]) {
    const core = whole.replace(/[^\p{L}]{1,2000}$/u, '')
    const shortest = Math.max(core.length, whole.length - MAX_STEPS)
    for (let end = whole.length; end >= shortest; end--) yield* spellings(whole.slice(0, end))
    yield* spellings(core)
  }
}

const leetspeak: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

function* spellings(text: string): Generator<string> {
  yield lettersAndDigits(text)
  // '1' replaces both 'l' and 'i'.
  for (const forOne of ['l', 'i'])
    yield lettersAndDigits(text.replace(/[013457@$]/g, sign => leetspeak[sign] ?? forOne))
}

/** True when only digits remain besides the words, or when a reading with such a word is shorter than the minimum length. */
function isMadeOf(reading: string, words: string[]): boolean {
  let rest = reading
  for (const word of words) {
    if (reading === word) return true
    if (word.length >= 3) rest = rest.replaceAll(word, ' ')
  }
  return rest !== reading && (reading.length < SHORTEST_PASSWORD || !letter.test(rest))
}

/** The names and their parts, the longest first. */
function wordsOf({ communityName, names = [], email = '' }: AccountFacts): string[] {
  const [local = '', domain = ''] = fold(email).split('@')
  const all = [
    // Without short words such as 'the'.
    ...parts(communityName).filter(part => part.length > 3),
    ...names.flatMap(parts),
    ...parts(local),
    // Without the top-level domain.
    ...parts(domain).slice(0, -1),
    ...[communityName, ...names, local, domain, email].map(name => lettersAndDigits(fold(name))),
  ]
  return [...new Set(all)].filter(Boolean).sort((a, b) => b.length - a.length)
}

const parts = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

let common: Set<string> | undefined

/**
 * The 3,000 most common passwords of at least the minimum length, and the shorter ones ranked among them, which a year or a few
 * exclamation marks make long enough.
 */
function readCommon(): Set<string> {
  const path = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const all = JSON.parse(readFileSync(path, 'utf8')) as string[]
  const last = all.filter(password => password.length >= SHORTEST_PASSWORD)[2999]
  return new Set(all.slice(0, all.indexOf(last ?? '') + 1).filter(password => password.length >= 4))
}
