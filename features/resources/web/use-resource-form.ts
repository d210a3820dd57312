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

export type Way = 'file' | 'link'
type Draft = { title: string; description: string; category: string; resource_type: string; url: string }

const empty: Draft = { title: '', description: '', category: 'other', resource_type: 'template', url: '' }
const draftOf = (resource: Resource | null): Draft => {
  const { title, description, category, resource_type, url } = resource ?? empty
  return { title, description, category, resource_type, url }
}
/** As it is sent: a link typed without its scheme gets it. */
const written = ({ title, description, url, ...kinds }: Draft): Draft => ({
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

/** The dialog's state. `resource`: the one being edited; without it a new one. */
export function useResourceForm(resource: Resource | null, onSaved: () => void, onDone: () => void) {
  const { user } = useAuth()
  const [way, setWay] = useState<Way>(resource && !isDownloadable(resource.url) ? 'link' : 'file')
  const [file, setFile] = useState<File | null>(null)
  /** Null: no file is being sent. */
  const [progress, setProgress] = useState<number | null>(null)
  const giveUp = useRef<AbortController>(null)
  /** The title that the file suggests. It stands where none was typed, and is no part of the draft, which is what the member typed. */
  const [suggested, setSuggested] = useState('')
  const isLeft = () => giveUp.current?.signal.aborted

  const form = useForm({
    typed: useTyped<Resource, Draft>({
      name: resource ? `resource:${resource.id}` : 'resource:new',
      place: resource ? 'A resource' : 'A new resource',
      // The address of a deleted file leads nowhere.
      again: {
        name: 'resource:new',
        values: values => (isDownloadable(values.url) ? { ...values, url: '' } : values),
      },
      row: resource,
      valuesOf: draftOf,
      written,
      read: readResource,
      within: [listResources],
    }),
    check({ title }) {
      const fields = {
        ...(!title && !suggested && { title: 'Please enter a title' }),
        ...(way === 'file' && !resource && fileProblem(file, 'Please choose a file')),
      }
      return Object.keys(fields).length > 0 ? { fields } : undefined
    },
    async send({ url, ...typed }, { key }) {
      giveUp.current = new AbortController()
      const about = { ...typed, title: typed.title || suggested } as Draft & { category: never; resource_type: never }
      // Not stopped when the dialog closes: a link is sent at once, and nobody would know whether it was stored.
      if (way === 'link') return api(shareLink, { ...about, url, user_id: user?.id }, { key })
      setProgress(0)
      const uploading = { onProgress: setProgress, signal: giveUp.current.signal }
      return uploadFile(file as File, about, uploading).finally(() => setProgress(null))
    },
    update: ({ id }, { changes, version }) =>
      api(updateResource, { ...(changes as Input<typeof updateResource>), id, version, user_id: user?.id }),
    success: resource ? 'Resource updated' : 'Resource added',
    // The banner says it, unless the dialog is closed.
    failure: () => (isLeft() && way === 'link' ? 'The resource was not added' : undefined),
    onFailure() {
      // An upload that was stopped may have been stored all the same.
      if (isLeft() && way === 'file') onSaved()
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
    /** Stops an upload under way. */
    stop: () => giveUp.current?.abort(),
  }
}

function fileProblem(file: File | null, missing?: string): Record<string, string> {
  const problem = file ? problemOf(file) : missing
  return problem ? { file: problem } : {}
}
