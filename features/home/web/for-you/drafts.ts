import type { StoredDraft } from '../../../../web/form/use-stored-drafts.ts'

/** The forms for new rows, which their addresses open. */
const newRows: Record<string, string> = {
  topic: '/forum/new',
  'event:new': '/events?event=new',
  'investor:new': '/investors?investor=new',
  'resource:new': '/resources?resource=new',
  'introduction:new': '/create-introduction-request',
}

/** Where a draft can be continued. Not those of forms on this screen. */
export function addressOf({ name, path }: Pick<StoredDraft, 'name' | 'path'>): string | undefined {
  return newRows[name] ?? (path === '/' || path?.startsWith('/?') ? undefined : path)
}

/** 'Draft of a reply', of a place such as 'A reply'. */
export const titleOf = ({ place }: Pick<StoredDraft, 'place'>) =>
  `Draft of ${place.charAt(0).toLowerCase()}${place.slice(1)}`
