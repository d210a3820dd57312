import { beginningOf, searchOf } from './text.ts'

/** The query parameters of a screen's URL. */
type Address = Readonly<Record<string, unknown>>

/** Reads a field of a list's query from a URL. Undefined if it is missing or invalid. */
type Reader = (address: Address, name: string) => unknown

const parameter = (address: Address, name: string) => String(address[name] ?? '')

export const typed = (address: Address, name: string) => searchOf(parameter(address, name)) || undefined
export const textUpTo = (length: number) => (address: Address, name: string) =>
  beginningOf(parameter(address, name), length) || undefined
export const text = textUpTo(100)
export const oneOf =
  <const T extends string>(options: readonly T[]) =>
  (address: Address, name: string): T | undefined =>
    options.find(option => option === parameter(address, name))
/** `oneOf` with a default. */
export const oneOfOr =
  <const T extends string>(options: readonly T[], defaultValue: NoInfer<T>) =>
  (address: Address, name: string): T =>
    oneOf(options)(address, name) ?? defaultValue
/** Several values, separated by commas. */
export const someOf =
  <const T extends string>(options: readonly T[]) =>
  (address: Address, name: string): T[] | undefined => {
    const names = parameter(address, name).split(',')
    const some = options.filter(option => names.includes(option))
    return some.length > 0 ? some : undefined
  }
/** 'true' if another parameter, such as the tab, has this value. */
export const is =
  (otherName: string, value: string) =>
  (address: Address): 'true' | undefined =>
    parameter(address, otherName) === value ? 'true' : undefined

type Read<R extends Record<string, Reader>> = { [Name in keyof R]: ReturnType<R[Name]> }
type Rows = { limit: number }

/**
 * Maps the URL of a screen to the query of its list:
 * `const topicListing = listing({ q: typed, category: oneOf(categories) }, { limit: 20 })`. Screens and the server's preloads use the same
 * function, so that the preloaded answer is for the query that the screen makes.
 */
export function listing<R extends Record<string, Reader>>(readers: R): (address: Address) => Read<R>
export function listing<R extends Record<string, Reader>>(readers: R, rows: Rows): (address: Address) => Read<R> & Rows
export function listing(readers: Record<string, Reader>, rows?: Rows) {
  return (address: Address) => {
    const fields = Object.entries(readers).map(([name, read]) => [name, read(address, name)] as const)
    return { ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)), ...rows }
  }
}
