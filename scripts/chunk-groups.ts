import type { Rolldown } from 'vite'

type Graph = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null }

const HOME = '/features/home/web/HomePage.tsx'
/** Loaded just after the home screen, if there is something for the member. */
const FOR_YOU = '/features/home/web/for-you/ForYouCard.tsx'
const SIGN_IN = '/features/auth/web/AuthPage.tsx'
/** Loaded after the first screen, with every screen. */
const LATER = '/web/app/later.ts'
/** Modules that at least so many chunks need are joined. */
const COMMON_CHUNKS = 5

/**
 * By default every module that two chunks share becomes a file, often of 200 bytes, and a screen needs 30 to 80 requests. These groups
 * join them, so that it needs 6 to 20. The home screen and the sign-in page still load no module that they do not use; the
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
  groupOf('common', 0, (chunks, id) => chunks.size >= COMMON_CHUNKS || iconIn(id) !== undefined),
]

function groupOf(name: string, priority: number, isIn: (chunks: Set<string>, id: string) => boolean) {
  return {
    priority,
    name(id: string, graph: Graph) {
      const chunks = chunksWith(id, graph)
      // A module that is loaded with import() keeps its own file.
      return chunks.size > 1 && !chunks.has(id) && isIn(chunks, id) ? name : null
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
    for (const importer of importersOf(id, info, graph)) visit(importer)
  }
  visit(id)
  return chunks
}

/** 'unlink' */
const iconIn = (id: string) => /\/lucide-react\/.*\/icons\/([\w-]+)\.m?js$/.exec(id)?.[1]

/** Every screen imports the index of the icons. An icon's importers are the modules that import one of its names from the index. */
function importersOf(id: string, { importers }: Rolldown.ModuleInfo, graph: Graph): readonly string[] {
  const icon = iconIn(id)
  const index = icon && importers.find(importer => importer.endsWith('/lucide-react.mjs'))
  if (!index) return importers
  usersOfIcons ??= findUsersOfIcons(index, graph)
  return usersOfIcons.get(icon) ?? []
}

let usersOfIcons: Map<string, string[]> | undefined

function findUsersOfIcons(index: string, graph: Graph): Map<string, string[]> {
  const { code, importers = [] } = graph.getModuleInfo(index) ?? {}
  const iconOf = new Map<string, string>()
  for (const [, names = '', icon = ''] of code?.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.m?js'/g) ?? [])
    for (const name of names.match(/(?<=default as )\w+/g) ?? []) iconOf.set(name, icon)
  const users = new Map<string, string[]>()
  for (const user of importers) {
    const [, names = ''] =
      /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(graph.getModuleInfo(user)?.code ?? '') ?? []
    for (const name of names.match(/\w+/g) ?? []) {
      const icon = iconOf.get(name)
      if (icon) users.set(icon, [...(users.get(icon) ?? []), user])
    }
  }
  return users
}

const has = (chunks: Set<string>, path: string) => [...chunks].some(id => id.endsWith(path))
