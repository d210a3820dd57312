import { Download, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { community } from '../../../web/api/boot.ts'
import { Badge } from '../../../web/ui/Badge.tsx'
import { By } from '../../../web/ui/By.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { dayOf } from '../../../web/ui/dates.ts'
import { Highlight } from '../../../web/ui/Highlight.tsx'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { LinkedText } from '../../../web/ui/LinkedText.tsx'
import { Skeleton, SkeletonLines } from '../../../web/ui/Skeleton.tsx'
import type { Resource } from '../contract.ts'
import { fileTypeOf, isDownloadable, sizeInWords } from '../shared/files.ts'
import { labelOf, toneOf } from '../shared/kinds.ts'

type Props = {
  resource: Resource
  query: string
  onEdit: (resource: Resource) => void
  onRemove: (resource: Resource) => void
}

export function ResourceCard({ resource, query, onEdit, onRemove }: Props) {
  const { title, description, category, resource_type, shared_by, can_edit } = resource
  return (
    <Card as="article" interactive className="flex flex-col gap-4" aria-label={title}>
      <div>
        <div className="flex flex-wrap gap-1.5">
          <Badge tone={toneOf(category)}>{labelOf(category)}</Badge>
          <Badge tone="outline">{labelOf(resource_type)}</Badge>
        </div>
        <h2 dir="auto" className="mt-2 line-clamp-3 text-left text-xl wrap-anywhere">
          <Highlight text={title} query={query} />
        </h2>
      </div>
      {description && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          <LinkedText text={description} query={query} />
        </p>
      )}
      <div className="mt-auto flex flex-col gap-3">
        <div className="text-xs text-muted">
          <span>{community.name}</span>
          {' · '}
          <time dateTime={resource.created_at}>{dayOf(resource.created_at)}</time>
          {shared_by && <By what="Shared by" name={shared_by.full_name} />}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <OpenButton resource={resource} />
          {can_edit && (
            <span className="-mr-2 ml-auto flex flex-wrap">
              <IconButton size="sm" icon={Pencil} label="Edit" onClick={() => onEdit(resource)} />
              <IconButton size="sm" icon={Trash2} label="Remove" onClick={() => onRemove(resource)} />
            </span>
          )}
        </div>
      </div>
    </Card>
  )
}

/** A download button for a file, a link for an external page. */
function OpenButton({ resource: { url, title, file_size } }: { resource: Resource }) {
  const type = fileTypeOf(url)
  const facts = [type?.toUpperCase(), file_size && sizeInWords(file_size)].filter(Boolean).join(' · ')
  return (
    <>
      {isDownloadable(url) ? (
        <LinkButton
          variant="secondary"
          icon={Download}
          render={<a href={url} download="" aria-label={`Download ${title}`} />}
        >
          Download
        </LinkButton>
      ) : (
        <LinkButton
          variant="secondary"
          icon={ExternalLink}
          render={<a href={url} target="_blank" rel="noreferrer noopener" aria-label={`Open ${title}`} />}
        >
          Open
        </LinkButton>
      )}
      {facts && <span className="text-xs text-muted">{facts}</span>}
    </>
  )
}

/** A skeleton as high as a card. */
export function ResourceSkeleton() {
  return (
    <div data-skeleton="card" className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
      <div>
        <div className="flex gap-1.5">
          <Skeleton round className="h-5 w-20" />
          <Skeleton round className="h-5 w-16" />
        </div>
        <Skeleton className="mt-3 h-6 w-4/5" />
      </div>
      <SkeletonLines lines={4} />
      <Skeleton className="h-3 w-1/2" />
      <Skeleton className="h-9 w-28" />
    </div>
  )
}
