import type { Query, QueryClient } from '@tanstack/react-query'
import type { Change } from '../../contract/change.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../api/call.ts'
import { refresh } from '../api/send-cache.ts'
import { dropHeld, holdNewRows } from './held-rows.ts'
import { fetchFirstPage, findInLoadedPages, isAtEnd } from './page-lookup.ts'
import { inRounds, isSearch, SEARCH_PAUSE_MS } from './rounds.ts'
import { appended, has, type Row, replaced, rowsIn, without } from './rows.ts'

/** How changes of one kind of row update the cached replies. */
export type Following = {
  /** Lists of such rows, and replies that are one such row: rows are changed in place, new rows are held until the reader asks. */
  lists?: readonly Endpoint[]
  details?: readonly Endpoint[]
  /** Fetches one row; without it, the replies that contain the row are refetched. */
  fetchRow?: (id: number, parent: number) => Promise<Row | undefined>
  /** The field of the lists' input with the id of the parent row, such as the topic of replies. */
  parentField?: string
  /** New rows are appended at once: at the end they move no other row. */
  appends?: boolean
  /** Feeds with entries about such rows, newest first: their new entries are held too. */
  feeds?: readonly Endpoint[]
  /** Replies that are refetched as a whole. */
  refetches?: readonly Endpoint[]
}

/** For more rows than this, refetching the lists is cheaper than fetching each row. */
const MAX_SINGLE_FETCHES = 10
const REFETCH_INTERVAL_MS = 1000
/** The member who deleted the row is about to leave its screen and must not see an error there. */
const NOT_FOUND_DELAY_MS = 1000

type Step = () => void

/** Returns a function that applies changes of such rows to the cache. */
export function follower(
  cache: QueryClient,
  { lists = [], details = [], fetchRow, parentField, appends = false, feeds = [], refetches = [] }: Following,
): (changes: Change[]) => void {
  const everything = [...lists, ...details, ...feeds]
  const find = (endpoints: readonly Endpoint[], type: 'active' | 'all') =>
    endpoints
      .flatMap(({ path }) => cache.getQueryCache().findAll({ queryKey: [path], type }))
      .filter(query => query.state.data !== undefined)

  function setData(query: Query, data: unknown): void {
    const { dataUpdatedAt, isInvalidated } = query.state
    cache.setQueryData(query.queryKey, data, { updatedAt: dataUpdatedAt })
    if (isInvalidated) query.invalidate()
  }
  /** A reply that is only this row is up to date then. */
  function showRow(query: Query, row: Row): void {
    const data = replaced(query.state.data, row)
    if (data === row) cache.setQueryData(query.queryKey, row, { updatedAt: query.state.dataUpdatedAt })
    else setData(query, data)
  }
  const refetch = (query: Query) => void cache.invalidateQueries({ queryKey: query.queryKey, exact: true })
  const fetchIfExists = (id: number, parent: number | null) => fetchRow?.(id, parent ?? 0).catch(undefinedIf404)

  function remove(id: number): void {
    dropHeld(id)
    for (const query of find(lists, 'all')) if (has(query.state.data, id)) setData(query, without(query.state.data, id))
  }

  /** An open row shows the same 404 error as if it were opened now. */
  function markDeleted(id: number, message: string): void {
    remove(id)
    const error = new ApiError(message, { status: 404 })
    setTimeout(() => {
      for (const query of find(details, 'all'))
        if (has(query.state.data, id)) query.setState({ data: undefined, error, status: 'error', fetchStatus: 'idle' })
    }, NOT_FOUND_DELAY_MS)
  }

  /** Replaces cached rows in place, in every reply that contains them. */
  async function changed(changes: Change[], cached: Query[]): Promise<Step[]> {
    const showing = (id: number) => cached.filter(({ state }) => has(state.data, id))
    if (!fetchRow || changes.length > MAX_SINGLE_FETCHES)
      return [...new Set(changes.flatMap(({ id }) => showing(id)))].map(query => () => refetch(query))
    const steps: Step[] = []
    for (const { id, parent } of changes) {
      const row = await fetchIfExists(id, parent)
      if (row) steps.push(...showing(id).map(query => () => showRow(query, row)))
      else steps.push(() => markDeleted(id, 'It could not be found.'))
    }
    return steps
  }

  /** Adds or holds new rows for a visible list. */
  async function added(changes: Change[], query: Query): Promise<Step[]> {
    const isOfList = (change: Change) =>
      parentField === undefined || (inputOf(query)[parentField] === change.parent && isNew(change))
    const ids = changes.filter(isOfList).map(({ id }) => id)
    if (ids.length === 0) return []
    if (appends) return isAtEnd(query) ? appending(changes.filter(isOfList).filter(isAfterLast(query)), query) : []
    // An empty list has no rows that could move: show the new rows at once.
    if (rowsIn(query.state.data).length === 0) return [() => refetch(query)]
    const found = parentField === undefined ? await findInLoadedPages(cache, query, ids) : ids
    return [() => holdNewRows(query, found)]
  }
  async function appending(changes: Change[], query: Query): Promise<Step[]> {
    const rows = await Promise.all(changes.map(({ id, parent }) => fetchIfExists(id, parent)))
    return rows.flatMap(row => (row ? [() => setData(query, appended(query.state.data, row))] : []))
  }
  async function newAbove(query: Query): Promise<Step[]> {
    const fresh = await fetchFirstPage(cache, query)
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
            markDeleted(id, 'It has been deleted.'),
      )
    steps.push(
      ...(await changed(
        left.filter(change => isKnown(change) && !isNew(change)),
        cached,
      )),
    )
    const inserted = new Set(left.filter(isNew).map(({ id }) => id))
    const unknown = left.filter(change => !isKnown(change) && (isNew(change) || !inserted.has(change.id)))
    for (const query of find(lists, 'active')) steps.push(...(await added(unknown, query)))
    for (const query of find(feeds, 'active')) steps.push(...(await newAbove(query)))
    return () => {
      for (const step of steps) step()
    }
  }

  const enqueue = inRounds({ shown: () => find(everything, 'active'), read, giveUp: () => refresh(cache, everything) })
  const refetchAll = throttle(
    () => (find(refetches, 'active').some(isSearch) ? SEARCH_PAUSE_MS : REFETCH_INTERVAL_MS),
    () => refresh(cache, refetches),
  )

  return changes => {
    if (refetches.length > 0) refetchAll()
    for (const { path } of [...lists, ...feeds])
      void cache.invalidateQueries({ queryKey: [path], type: 'inactive', refetchType: 'none' })
    // A row that is opened before its round is done is read again.
    for (const query of find(details, 'all'))
      if (!query.isActive() && changes.some(({ id }) => has(query.state.data, id))) query.invalidate()
    // Id 0: too many changed rows to list each id.
    if (changes.some(({ id }) => id === 0)) refresh(cache, everything)
    for (const { op, id } of changes) if (op === 'delete') remove(id)
    enqueue(changes.filter(({ id }) => id !== 0))
  }
}

/** Whether the row belongs after all loaded rows: an older row is on a page that is not loaded. */
const isAfterLast = (query: Query) => {
  const last = Math.max(0, ...rowsIn(query.state.data).map(({ id }) => id))
  return ({ id }: Change) => id > last
}
const isNew = ({ op }: Change) => op === 'insert'
const inputOf = ({ queryKey }: Query) => (queryKey[1] ?? {}) as Record<string, unknown>

function undefinedIf404(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined
  throw error
}

/** Runs at once the first time, then at most once per interval. */
function throttle(intervalMs: () => number, work: () => void): () => void {
  let last = 0
  let isDue = false
  const run = () => {
    isDue = false
    last = Date.now()
    work()
  }
  return () => {
    if (!isDue) setTimeout(run, Math.max(0, last + intervalMs() - Date.now()))
    isDue = true
  }
}
