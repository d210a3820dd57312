import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { GitHub, LinkedIn, MAX_LINK, Twitter, Website } from '../../contract/links.ts'
import { contactMethods, fundraisingStatuses, helpTopics, industries, stages } from '../../contract/options.ts'
import { Line, Lines, Name, Text } from '../../contract/text.ts'
import { SeenVersion } from '../../contract/versions.ts'
import { Profile, Visibility } from './own-contract.ts'

export { createProfile, getProfile, Profile, type Visibility } from './own-contract.ts'

/** Maximum lengths. */
export const limits = {
  full_name: 200,
  title: 200,
  bio: 2000,
  location: 200,
  company_name: 200,
  company_description: 2000,
  company_website: MAX_LINK,
  website: MAX_LINK,
  twitter_handle: MAX_LINK,
  linkedin_url: MAX_LINK,
  github: MAX_LINK,
  email: 254,
  phone: 50,
}
const orNull = (text: z.ZodType<string>) => text.transform(value => value || null).nullable()
const oneOf = <const Options extends readonly string[]>(options: Options) =>
  z.enum(['', ...options], 'Please choose one of the list.')
const someOf = <const Options extends readonly string[]>(options: Options) =>
  z
    .array(z.enum(options, 'Please choose from the list.'))
    .max(50)
    .transform(chosen => [...new Set(chosen)])

/** The editable fields. Omitted fields stay unchanged; an empty text clears a field. */
const Changes = z.object({
  full_name: Name(limits.full_name),
  title: orNull(Line(limits.title)),
  bio: orNull(Lines(limits.bio)),
  location: orNull(Line(limits.location)),
  company_name: Line(limits.company_name),
  company_description: Lines(limits.company_description),
  company_website: Website,
  industry: oneOf(industries),
  stage: oneOf(stages),
  fundraising_status: oneOf(fundraisingStatuses),
  needs: someOf(helpTopics),
  can_help_with: someOf(helpTopics).nullable(),
  contact_method: oneOf(contactMethods),
  website: Website,
  twitter_handle: Twitter,
  linkedin_url: LinkedIn,
  github: GitHub,
  email: Text(limits.email).refine(
    value => value === '' || z.email().safeParse(value).success,
    'Please enter a valid email address.',
  ),
  email_visibility: Visibility,
  phone: Line(limits.phone).regex(/^[\d\s()+./x-]*$/i, 'Please enter a phone number.'),
  phone_visibility: Visibility,
})
export type Changes = z.infer<typeof Changes>

export const saveProfile = endpoint('PUT', '/api/profile', {
  summary:
    'Save my profile, or create it; the server computes its completion. If the sent version is outdated, the reply is 409',
  body: Changes.partial().extend({
    ...SeenVersion,
    /** Must be my own. */
    id: z.int().optional(),
    user_id: z.uuid().optional(),
  }),
  reply: Profile,
})

export const AVATAR_MOST_BYTES = 5 * 1024 * 1024

const fraction = z.coerce.number().min(0).max(1)

export const saveAvatar = endpoint('PUT', '/api/profile/avatar', {
  summary:
    'My picture, as the body of the request: JPEG, PNG, WebP, GIF or AVIF. It is cropped to a square as given in the query',
  query: z.object({
    /** Centre of the square, as fractions of the picture's width and height. */
    x: fraction.optional(),
    y: fraction.optional(),
    /** 1: the largest square. */
    zoom: z.coerce.number().min(1).max(8).optional(),
  }),
  takes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  reply: Profile,
})

export const removeAvatar = endpoint('DELETE', '/api/profile/avatar', {
  summary: 'Remove my picture',
  reply: Profile,
})

export const PICTURES = '/api/files/'

/** The two stored files of a picture: `name.webp`, and `name-96.webp` for cards and lists. Empty for an external URL. */
export function pictureFiles(url: string | null): string[] {
  if (!url?.startsWith(PICTURES)) return []
  const name = url.slice(PICTURES.length)
  return [`avatars/${name}`, `avatars/${name.replace(/\.webp$/, '-96.webp')}`]
}

export const getPicture = endpoint('GET', '/api/files/:name', {
  summary: "A member's picture",
  params: z.object({ name: z.string().regex(/^[A-Za-z0-9_-]{22}(-96)?\.webp$/) }),
  sends: ['image/webp'],
  also: { 304: 'The browser has it already' },
})
