import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { accountLimits, SHORTEST_PASSWORD } from '../../contract/account.ts'
import { Refusal } from '../request/errors.ts'

/** What an attacker knows about an account and tries first. */
export type Known = { communityName: string; names?: string[]; email?: string }

const TOO_COMMON = 'This password is too common. Please choose another one.'
const MADE_FROM_NAMES =
  "This password is too easy to guess: it is made from your name, your email address or the community's name. Please choose another one."

/**
 * Refuses common passwords and those made from what is known about the account, also behind the usual disguises: capitals, digits and
 * punctuation around the word, and digits in place of letters. A long passphrase that merely contains such a word is accepted.
 */
export function refuseGuessable(password: string, known: Known): void {
  const readings = [...new Set(readingsOf(password))]
  const words = wordsOf(known)
  if (readings.some(one => isMadeOf(one, words))) throw refused(MADE_FROM_NAMES)
  common ??= readCommon()
  if (isPattern(password) || readings.some(one => common?.has(one) || common?.has(unitOf(one))))
    throw refused(TOO_COMMON)
}

/** 'passwordpassword' is 'password'. */
const unitOf = (text: string) => /^(.{4,}?)\1+$/su.exec(text)?.[1] ?? text

/** One to three characters over and over, or neighbours in the alphabet or on the number row: 'aaaaaaaa', 'abcdefgh', '87654321'. */
function isPattern(password: string): boolean {
  const codes = [...password.toLowerCase()].map(one => one.codePointAt(0) ?? 0)
  if (new Set(codes).size <= 3) return true
  const isNext = (code: number, before: number) => code - before === 1 || (before === 0x39 && code === 0x30) // 0 comes after 9
  const rises = (list: number[]) => list.every((code, i) => i === 0 || isNext(code, list[i - 1] ?? 0))
  return rises(codes) || rises(codes.toReversed())
}

const refused = (why: string) => new Refusal(400, why, { fields: { password: why } })

const letter = /\p{L}/u
/**
 * Without capitals and accents: 'Zoë' and 'zoe' are one word. Some characters become eighteen, and the search for repetitions takes the
 * square of the length, so no more is looked at than the longest password in ordinary letters has.
 */
const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, accountLimits.password)
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Digits after a word may also stand for its last letters ('lovelac3'), so the ending is taken off one character at a time. */
const MOST_STEPS = 16

/** Every word the password may have been made from: as it is, and with what stands before and after its letters taken off. */
export function* readingsOf(password: string): Generator<string> {
  const text = fold(password)
  yield* spellings(text)
  const start = text.search(letter)
  if (start === -1) return
  for (const whole of [text, text.slice(start)]) {
    const core = whole.replace(/[^\p{L}]{1,2000}$/u, '')
    const shortest = Math.max(core.length, whole.length - MOST_STEPS)
    for (let end = whole.length; end >= shortest; end--) yield* spellings(whole.slice(0, end))
    yield* spellings(core)
  }
}

const disguises: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

function* spellings(text: string): Generator<string> {
  yield lettersAndDigits(text)
  for (const one of ['l', 'i']) yield lettersAndDigits(text.replace(/[013457@$]/g, sign => disguises[sign] ?? one))
}

/** True when nothing but digits is left beside the words, or when a word and the rest together are shorter than a password must be. */
function isMadeOf(reading: string, words: string[]): boolean {
  let rest = reading
  for (const word of words) {
    if (reading === word) return true
    if (word.length >= 3) rest = rest.replaceAll(word, ' ')
  }
  return rest !== reading && (reading.length < SHORTEST_PASSWORD || !letter.test(rest))
}

/** The names whole and in their parts, the longest first. */
function wordsOf({ communityName, names = [], email = '' }: Known): string[] {
  const [local = '', domain = ''] = fold(email).split('@')
  const all = [
    // Not 'the' and its like.
    ...parts(communityName).filter(part => part.length > 3),
    ...names.flatMap(parts),
    ...parts(local),
    // 'example' of mail.example.com, not 'com'.
    ...parts(domain).slice(0, -1),
    ...[communityName, ...names, local, domain, email].map(one => lettersAndDigits(fold(one))),
  ]
  return [...new Set(all)].filter(Boolean).sort((a, b) => b.length - a.length)
}

const parts = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

let common: Set<string> | undefined

/**
 * The 3,000 most common passwords among those long enough to be chosen here, and the shorter ones between them, which become long
 * enough by a year or a few exclamation marks.
 */
function readCommon(): Set<string> {
  const path = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const all = JSON.parse(readFileSync(path, 'utf8')) as string[]
  const last = all.filter(one => one.length >= SHORTEST_PASSWORD)[2999]
  return new Set(all.slice(0, all.indexOf(last ?? '') + 1).filter(one => one.length >= 4))
}
