const nextCursors = new WeakMap<object, string>()

/** Remembers the `after` cursor of the page that follows these rows. */
export function keepNext(rows: unknown, after: string | undefined): void {
  if (after && typeof rows === 'object' && rows !== null) nextCursors.set(rows, after)
}

/** The `after` cursor of the page that follows these rows (the array as received); undefined for the last page. */
export const nextOf = (rows: object): string | undefined => nextCursors.get(rows)

/** Reads the cursor from a Link header: `</api/posts?limit=20&after=WzEyXQ>; rel="next"`. */
export const afterIn = (link: string | null): string | undefined =>
  /[?&]after=([\w-]+)>; rel="next"/.exec(link ?? '')?.[1]
