import { z } from 'zod'
import { ById, endpoint, LONGEST_PART } from '../../contract/endpoint.ts'
import { isWebLink, linkProblem, lowerCaseScheme } from '../../contract/links.ts'
import { listing, text, typed } from '../../contract/listing.ts'
import { Paging } from '../../contract/paging.ts'
import { Line, Lines, Search, Text } from '../../contract/text.ts'
import { SeenVersion } from '../../contract/versions.ts'
import { When } from '../../contract/when.ts'
import { acceptedTypes } from './shared/files.ts'
import { categories, resourceTypes } from './shared/kinds.ts'

export const Resource = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  resource_type: z.string(),
  category: z.string(),
  url: z.string(),
  created_at: When,
  user_id: z.uuid().nullable(),
  /** The profile of the member who shared it; null for the starter library. */
  shared_by: z.object({ id: z.int(), full_name: z.string() }).nullable(),
  file_size: z.int().nullable(),
  version: z.int(),
  can_edit: z.boolean(),
})
export type Resource = z.infer<typeof Resource>

export const limits = { title: 120, description: 500, url: 2000 }

const title = Line(limits.title).min(1, 'Please enter a title')
const link = Text(limits.url)
  .refine(isWebLink, { error: ({ input }) => linkProblem(String(input), 'The link') })
  .transform(lowerCaseScheme)
const type = z.enum(resourceTypes, 'Please choose a type')
const category = z.enum(categories, 'Please choose a category')

const About = z.object({
  title,
  description: Lines(limits.description).default(''),
  resource_type: type.default('template'),
  category: category.default('other'),
})

const Listing = z.object({
  /** Only the one with this id. */
  id: ById.shape.id.optional(),
  q: Search,
  category: z.string().max(100).optional(),
  type: z.string().max(100).optional(),
  ...Paging,
})
export type Listing = z.output<typeof Listing>

export const listResources = endpoint('GET', '/api/resources', {
  summary: 'The library, newest first',
  query: Listing,
  reply: z.array(Resource),
})

export const resourceListing = listing({ q: typed, category: text, type: text }, { limit: 48 })

export const listKinds = endpoint('GET', '/api/resources/kinds', {
  summary: 'The categories and types that occur in the library',
  reply: z.object({ categories: z.array(z.string()), types: z.array(z.string()) }),
})

export const shareLink = endpoint('POST', '/api/resources', {
  summary: 'Share a link',
  body: About.extend({ url: link, user_id: z.uuid().optional() }),
  reply: Resource,
  status: 201,
})

/** The body is the file; its metadata is in the query string. */
export const shareFile = endpoint('POST', '/api/resource-files', {
  summary: 'Share a file, sent as the whole body',
  query: About.extend({ name: z.string().trim().min(1, 'The file has no name').max(200, 'The file name is too long') }),
  // The server checks name and content and ignores the Content-Type.
  takes: ['*/*'],
  reply: Resource,
  status: 201,
})

export const updateResource = endpoint('PATCH', '/api/resources/:id', {
  summary:
    'Change my resource: its metadata and, for a link, its URL. If the sent version is outdated, the reply is 409',
  params: ById,
  body: z
    .object({ title, description: Lines(limits.description), resource_type: type, category, url: link })
    .partial()
    .extend({ ...SeenVersion, id: z.int().optional(), user_id: z.uuid().optional() }),
  reply: Resource,
})

export const removeResource = endpoint('DELETE', '/api/resources/:id', {
  summary: 'Remove my resource',
  params: ById,
})

export const downloadFile = endpoint('GET', '/api/resource-files/:key/:name', {
  summary: 'A file of the library, whole or in ranges',
  params: z.object({ key: z.string().regex(/^([A-Za-z0-9_-]{22}|starter)$/), name: z.string().max(LONGEST_PART) }),
  sends: Object.values(acceptedTypes),
  also: {
    206: 'The part that the Range header asks for',
    304: 'The browser has it already',
    416: 'The file has no such part',
  },
})
