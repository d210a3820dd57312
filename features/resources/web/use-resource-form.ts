import { useRef, useState } from 'react'
import type { Input } from '../../../contract/endpoint.ts'
import { webLink } from '../../../contract/links.ts'
import { api } from '../../../web/api/call.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { listResources, type Resource, shareLink, updateResource } from '../contract.ts'
import { isDownloadable, plainName, problemOf } from '../shared/files.ts'
import { uploadFile } from './upload.ts'
import { readResource } from './use-resources.ts'

type Way = 'file' | 'link'
type Draft = { title: string; description: string; category: string; resource_type: string; url: string }

const empty: Draft = { title: '', description: '', category: 'other', resource_type: 'template', url: '' }
const draftOf = (resource: Resource | null): Draft => {
  const { title, description, category, resource_type, url } = resource ?? empty
  return { title, description, category, resource_type, url }
}
/** Adds a missing scheme to a link. */
const normalize = ({ title, description, url, ...kinds }: Draft): Draft => ({
  ...kinds,
  title: title.trim(),
  description: description.trim(),
  url: webLink(url),
})

export const labels: Record<keyof Draft, string> = {
  title: 'Title',
  description: 'Description',
  category: 'Category',
  resource_type: 'Type',
  url: 'Link',
}

/** 'Board deck Q3.pdf' suggests 'Board deck Q3'. */
const titleOf = (file: File) =>
  plainName(file.name)
    .replace(/\.[a-z0-9]+$/i, '')
    .trim()

/** The state of the dialog. `resource`: null for a new resource. */
export function useResourceForm(resource: Resource | null, onSaved: () => void, onDone: () => void) {
  const { user } = useAuth()
  const [way, setWay] = useState<Way>(resource && !isDownloadable(resource.url) ? 'link' : 'file')
  const [file, setFile] = useState<File | null>(null)
  /** Null: no upload in progress. */
  const [progress, setProgress] = useState<number | null>(null)
  const aborter = useRef<AbortController>(null)
  /** The title suggested by the file name, used if none was typed. Not part of the draft, which has only what the member typed. */
  const [suggested, setSuggested] = useState('')
  const isAborted = () => aborter.current?.signal.aborted

  const form = useForm({
    typed: useTyped<Resource, Draft>({
      name: resource ? `resource:${resource.id}` : 'resource:new',
      place: resource ? 'A resource' : 'A new resource',
      // The URL of a deleted file no longer works.
      recreate: {
        name: 'resource:new',
        values: values => (isDownloadable(values.url) ? { ...values, url: '' } : values),
      },
      row: resource,
      valuesOf: draftOf,
      normalize,
      read: readResource,
      cachedIn: [listResources],
    }),
    check({ title }) {
      const fields = {
        ...(!title && !suggested && { title: 'Please enter a title' }),
        ...(way === 'file' && !resource && fileProblem(file, 'Please choose a file')),
      }
      return Object.keys(fields).length > 0 ? { fields } : undefined
    },
    async send({ url, ...typed }, { key }) {
      aborter.current = new AbortController()
      const about = { ...typed, title: typed.title || suggested } as Draft & { category: never; resource_type: never }
      // Not aborted when the dialog closes: the member could not know whether the link was stored.
      if (way === 'link') return api(shareLink, { ...about, url, user_id: user?.id }, { key })
      setProgress(0)
      const uploading = { onProgress: setProgress, signal: aborter.current.signal }
      return uploadFile(file as File, about, uploading).finally(() => setProgress(null))
    },
    update({ id }, { changes, version }) {
      aborter.current = new AbortController()
      return api(updateResource, { ...(changes as Input<typeof updateResource>), id, version, user_id: user?.id })
    },
    success: resource ? 'Resource updated' : 'Resource added',
    // The banner shows it, unless the dialog is closed.
    failure() {
      if (!isAborted() || (way === 'file' && !resource)) return undefined
      return resource ? 'The resource was not updated' : 'The resource was not added'
    },
    onFailure() {
      // An aborted upload may have been stored.
      if (isAborted() && way === 'file') onSaved()
    },
    onSaved: () => onSaved(),
    onDone: () => onDone(),
  })
  const { change, values } = form

  function choose(chosen: File | null) {
    setFile(chosen)
    const refused = fileProblem(chosen)
    form.setFields(({ file: _, ...others }) => ({ ...others, ...refused }))
    if (chosen && !refused.file && !values.title) setSuggested(titleOf(chosen))
  }

  function typeTitle(title: string) {
    setSuggested('')
    change({ title })
  }

  return {
    ...form,
    values: { ...values, title: values.title || suggested },
    way,
    setWay,
    typeTitle,
    completeLink: () => change({ url: webLink(values.url) }),
    file,
    choose,
    progress,
    /** Aborts an upload. */
    stop: () => aborter.current?.abort(),
  }
}

function fileProblem(file: File | null, missing?: string): Record<string, string> {
  const problem = file ? problemOf(file) : missing
  return problem ? { file: problem } : {}
}
