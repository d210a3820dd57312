import { members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'

const link = { title: 'A guide', url: 'https://example.com/guide' }
const upload = '/api/resource-files?title=Notes&name=notes.txt'
const asFile = { 'content-type': 'application/octet-stream' }

const shared = async ({ owner }: TestMembers) => {
  const { json } = await owner.asks('POST', '/api/resources', link)
  return `/api/resources/${(json as { id: number }).id}`
}
const uploaded = async ({ owner }: TestMembers) =>
  ((await owner.asks('POST', upload, Buffer.from('Notes'), asFile)).json as { url: string }).url

export const routes: RouteLaw[] = [
  { route: 'GET /api/resources', ...members(200) },
  { route: 'GET /api/resources/kinds', ...members(200) },
  {
    route: 'POST /api/resources',
    ...members(201),
    make: async () => ({ path: '/api/resources', body: link }),
  },
  {
    route: 'POST /api/resource-files',
    ...members(201),
    make: async () => ({ path: upload, body: Buffer.from('Notes'), headers: asFile }),
  },
  {
    route: 'PATCH /api/resources/:id',
    ...members(200, 403),
    make: async people => ({ path: await shared(people), body: { title: 'A better guide' } }),
  },
  {
    route: 'DELETE /api/resources/:id',
    ...members(204, 403),
    make: async people => ({ path: await shared(people) }),
  },
  {
    route: 'GET /api/resource-files/:key/:name',
    ...members(200),
    make: async people => ({ path: await uploaded(people) }),
  },
]

export const tables: TableLaw = {
  resources: { server: '-', member: 'siud', visitor: '-' },
  resource_files: { server: '-', member: 'si', visitor: '-' },
}
