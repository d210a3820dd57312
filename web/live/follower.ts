import type { Query, QueryClient } from '@tanstack/react-query'
import type { Change } from '../../contract/change.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../api/call.ts'
import { refresh } from '../api/send-cache.ts'
import { dropHeld, holdNewRows } from './held-rows.ts'
import { firstOf, isAtEnd, lookFor } from './look.ts'
import { inRounds } from './rounds.ts'
import { appended, has, type Row, replaced, rowsIn, without } from './rows.ts'

/** What a change of one kind of row means for the replies in the cache. */
export type Following = {
  /** Lists of such rows, and replies that are one such row: changed in place. New rows wait until they are asked for. */
  lists?: readonly Endpoint[]
  details?: readonly Endpoint[]
  /** Asks for one row; without it, what shows the row is read again. */
  one?: (id: number, parent: number) => Promise<Row | undefined>
  /** The field of the lists' input that names what the rows stand under: a reply's topic. */
  under?: string
  /** New rows are put at the end at once: there they move nothing. */
  below?: boolean
  /** Lists of something else that tell of such rows, newest first: what is new above waits too. */
  above?: readonly Endpoint[]
  /** Read again as a whole, quietly. */
  whole?: readonly Endpoint[]
}

/** Past this many rows at once it is cheaper to read the lists again. */
const MANY = 10
const WHOLE_GAP_MS = 1000
/** Whoever deleted a row themselves is on the way from its screen to another, and need not be told. */
const LEAVE_MS = 1000

type Step = () => void

/** Returns what brings changes of such rows into the cache. */
export function follower(
  cache: QueryClient,
  { lists = [], details = [], one, under, below = false, above = [], whole = [] }: Following,
): (changes: Change[]) => void {
  const everything = [...lists, ...details, ...above]
  const find = (endpoints: readonly Endpoint[], type: 'active' | 'all') =>
    endpoints
      .flatMap(({ path }) => cache.getQueryCache().findAll({ queryKey: [path], type }))
      .filter(query => query.state.data !== undefined)

  function put(query: Query, data: unknown): void {
    const { dataUpdatedAt, isInvalidated } = query.state
    cache.setQueryData(query.queryKey, data, { updatedAt: dataUpdatedAt })
    if (isInvalidated) query.invalidate()
  }
  const readAgain = (query: Query) => void cache.invalidateQueries({ queryKey: query.queryKey, exact: true })
  const ask = (id: number, parent: number | null) => one?.(id, parent ?? 0).catch(absent)

  function remove(id: number): void {
    dropHeld(id)
    for (const query of find(lists, 'all')) if (has(query.state.data, id)) put(query, without(query.state.data, id))
  }

  /** Whoever has it open is told, as if they opened it now. */
  function gone(id: number, words: string): void {
    remove(id)
    const error = new ApiError(words, { status: 404 })
    setTimeout(() => {
      for (const query of find(details, 'all'))
        if (has(query.state.data, id)) query.setState({ data: undefined, error, status: 'error', fetchStatus: 'idle' })
    }, LEAVE_MS)
  }

  /** Rows that are in the cache: in their place everywhere. */
  async function changed(changes: Change[], cached: Query[]): Promise<Step[]> {
    const showing = (id: number) => cached.filter(({ state }) => has(state.data, id))
    if (!one || changes.length > MANY)
      return [...new Set(changes.flatMap(({ id }) => showing(id)))].map(query => () => readAgain(query))
    const steps: Step[] = []
    for (const { id, parent } of changes) {
      const row = await ask(id, parent)
      if (row) steps.push(...showing(id).map(query => () => put(query, replaced(query.state.data, row))))
      else steps.push(() => gone(id, 'It could not be found.'))
    }
    return steps
  }

  /** Rows that a list on the screen may have to show. */
  async function added(changes: Change[], query: Query): Promise<Step[]> {
    const isHere = (change: Change) => under === undefined || (inputOf(query)[under] === change.parent && isNew(change))
    const ids = changes.filter(isHere).map(({ id }) => id)
    if (ids.length === 0) return []
    if (below) return isAtEnd(query) ? appending(changes.filter(isHere).filter(isPast(query)), query) : []
    // Where nothing is shown nothing can be moved.
    if (rowsIn(query.state.data).length === 0) return [() => readAgain(query)]
    const found = under === undefined ? await lookFor(cache, query, ids) : ids
    return [() => holdNewRows(query, found)]
  }
  async function appending(changes: Change[], query: Query): Promise<Step[]> {
    const rows = await Promise.all(changes.map(({ id, parent }) => ask(id, parent)))
    return rows.flatMap(row => (row ? [() => put(query, appended(query.state.data, row))] : []))
  }
  async function newAbove(query: Query): Promise<Step[]> {
    const fresh = await firstOf(cache, query)
    const firstKnown = fresh.findIndex(row => has(query.state.data, row.id))
    return [
      () =>
        holdNewRows(
          query,
          fresh.slice(0, Math.max(0, firstKnown)).map(row => row.id),
        ),
    ]
  }

  async function read(changes: Change[]): Promise<Step> {
    const cached = find([...lists, ...details], 'all')
    const isKnown = ({ id }: Change) => cached.some(query => has(query.state.data, id))
    const left = changes.filter(({ op }) => op !== 'delete')
    const steps: Step[] = changes
      .filter(({ op }) => op === 'delete')
      .map(
        ({ id }) =>
          () =>
            gone(id, 'It has been deleted.'),
      )
    steps.push(
      ...(await changed(
        left.filter(change => isKnown(change) && !isNew(change)),
        cached,
      )),
    )
    const unknown = left.filter(change => !isKnown(change))
    for (const query of find(lists, 'active')) steps.push(...(await added(unknown, query)))
    for (const query of find(above, 'active')) steps.push(...(await newAbove(query)))
    return () => {
      for (const step of steps) step()
    }
  }

  const workOff = inRounds({ shown: () => find(everything, 'active'), read, giveUp: () => refresh(cache, everything) })
  const readWhole = atMostEvery(WHOLE_GAP_MS, () => refresh(cache, whole))

  return changes => {
    if (whole.length > 0) readWhole()
    for (const { path } of [...lists, ...above])
      void cache.invalidateQueries({ queryKey: [path], type: 'inactive', refetchType: 'none' })
    // Too many to be named singly.
    if (changes.some(({ id }) => id === 0)) refresh(cache, everything)
    for (const { op, id } of changes) if (op === 'delete') remove(id)
    workOff(changes.filter(({ id }) => id !== 0))
  }
}

/** Whether it belongs after all that is shown: what is older stands on a page that is not loaded. */
const isPast = (query: Query) => {
  const last = Math.max(0, ...rowsIn(query.state.data).map(({ id }) => id))
  return ({ id }: Change) => id > last
}
const isNew = ({ op }: Change) => op === 'insert'
const inputOf = ({ queryKey }: Query) => (queryKey[1] ?? {}) as Record<string, unknown>

function absent(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined
  throw error
}

/** However often it is asked for: the first time at once, then no sooner than after the gap. */
function atMostEvery(gap: number, work: () => void): () => void {
  let last = 0
  let isDue = false
  const run = () => {
    isDue = false
    last = Date.now()
    work()
  }
  return () => {
    if (!isDue) setTimeout(run, Math.max(0, last + gap - Date.now()))
    isDue = true
  }
}
