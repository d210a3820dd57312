const nexts = new WeakMap<object, string>()

/** Keeps where a list goes on: the `after` of its next page. */
export function keepNext(rows: unknown, after: string | undefined): void {
  if (after && typeof rows === 'object' && rows !== null) nexts.set(rows, after)
}

/** The `after` of the page after these rows, as they came from the server. Undefined: there is none. */
export const nextOf = (rows: object): string | undefined => nexts.get(rows)

/** Of a Link header: `</api/posts?limit=20&after=WzEyXQ>; rel="next"`. */
export const afterIn = (link: string | null): string | undefined =>
  /[?&]after=([\w-]+)>; rel="next"/.exec(link ?? '')?.[1]
