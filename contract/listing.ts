import { searchOf } from './text.ts'

/** What an address says behind its '?', by name. */
export type Address = Readonly<Record<string, unknown>>

/** Reads a field of a list's query from an address. Undefined where the address does not say it, or says what it cannot mean. */
type Reader = (address: Address, name: string) => unknown

const said = (address: Address, name: string) => String(address[name] ?? '')

export const typed = (address: Address, name: string) => searchOf(said(address, name)) || undefined
export const text = (address: Address, name: string) => said(address, name).slice(0, 100) || undefined
export const oneOf =
  <const T extends string>(options: readonly T[]) =>
  (address: Address, name: string): T | undefined =>
    options.find(option => option === said(address, name))
/** As `oneOf`, with what counts where the address does not say it. */
export const oneOfOr =
  <const T extends string>(options: readonly T[], otherwise: NoInfer<T>) =>
  (address: Address, name: string): T =>
    oneOf(options)(address, name) ?? otherwise
/** Several, with commas between them. */
export const someOf =
  <const T extends string>(options: readonly T[]) =>
  (address: Address, name: string): T[] | undefined => {
    const names = said(address, name).split(',')
    const some = options.filter(option => names.includes(option))
    return some.length > 0 ? some : undefined
  }
/** Whether the address says `value` under another name, such as the tab. */
export const is =
  (other: string, value: string) =>
  (address: Address): 'true' | undefined =>
    said(address, other) === value ? 'true' : undefined

type Read<R extends Record<string, Reader>> = { [Name in keyof R]: ReturnType<R[Name]> }
type Rows = { limit: number }

/**
 * How the address of a screen becomes the query of its list: `const topicListing = listing({ q: typed, category: oneOf(categories) }, { limit: 20 })`. Screens and
 * the pages that the server fills use the same, so that a page brings along the very answer that its screen asks for.
 */
export function listing<R extends Record<string, Reader>>(readers: R): (address: Address) => Read<R>
export function listing<R extends Record<string, Reader>>(readers: R, rows: Rows): (address: Address) => Read<R> & Rows
export function listing(readers: Record<string, Reader>, rows?: Rows) {
  return (address: Address) => {
    const fields = Object.entries(readers).map(([name, read]) => [name, read(address, name)] as const)
    return { ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)), ...rows }
  }
}
