import type { Rolldown } from 'vite'

type Graph = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null }

const HOME = '/features/home/web/HomePage.tsx'
/** Loaded just after the home screen, if there is something for the member. */
const FOR_YOU = '/features/home/web/for-you/ForYouCard.tsx'
const SIGN_IN = '/features/auth/web/AuthPage.tsx'
/** Loaded after the first screen, with every screen. */
const LATER = '/web/app/later.ts'
/** Modules that at least so many chunks need are joined. */
const COMMON_CHUNKS = 9

/**
 * By default every module that two chunks share becomes a file, often of 200 bytes, and a screen needs 30 to 80 requests. These groups
 * join them, so that it needs 6 to 26. The home screen and the sign-in page still load no module that they do not use; the
 * other screens may load some that they do not use, but the files are compressed better.
 */
export const chunkGroups = [
  // Libraries of every screen change rarely, so a separate chunk stays cached across our releases. Only some screens use the virtual lists.
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack(?!\/(react-virtual|virtual-core)))\//,
    priority: 8,
  },
  // Everything that the entry imports is loaded with every page.
  { name: 'app', tags: ['$initial' as const], priority: 7 },
  groupOf('basics', 6, chunks => has(chunks, HOME) && has(chunks, SIGN_IN)),
  groupOf('home', 5, chunks => has(chunks, HOME)),
  groupOf('sending', 4, chunks => has(chunks, FOR_YOU) && has(chunks, SIGN_IN)),
  groupOf('for-you', 3, chunks => has(chunks, FOR_YOU)),
  groupOf('forms', 2, chunks => has(chunks, SIGN_IN)),
  groupOf('deferred', 1, chunks => has(chunks, LATER)),
  // Menus and dialogs, which few first screens need (web/ui/Select.tsx, web/ui/Dialog.tsx).
  { name: 'overlays', test: /node_modules\/@(base-ui|floating-ui)\//, priority: 0.5 },
  groupOf('common', 0, chunks => chunks.size >= COMMON_CHUNKS),
]

function groupOf(name: string, priority: number, isIn: (chunks: Set<string>) => boolean) {
  return {
    priority,
    name(id: string, graph: Graph) {
      const chunks = chunksWith(id, graph)
      // A module that is loaded with import() keeps its own file.
      return chunks.size > 1 && !chunks.has(id) && isIn(chunks) ? name : null
    },
  }
}

/** The modules, loaded with import(), that need this module. */
function chunksWith(id: string, graph: Graph): Set<string> {
  const chunks = new Set<string>()
  const visited = new Set<string>()
  const visit = (id: string) => {
    const info = visited.has(id) ? null : graph.getModuleInfo(id)
    visited.add(id)
    if (!info) return
    if (info.dynamicImporters.length > 0) chunks.add(id)
    for (const importer of info.importers) visit(importer)
  }
  visit(id)
  return chunks
}

const has = (chunks: Set<string>, path: string) => [...chunks].some(id => id.endsWith(path))
