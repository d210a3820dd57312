import { useRef, useState } from 'react'
import type { Input } from '../../../contract/endpoint.ts'
import { webLink } from '../../../contract/links.ts'
import { api, fieldsOf, messageOf } from '../../../web/api/call.ts'
import { type Submit, sameSubmit, sendOnce } from '../../../web/api/same-submit.ts'
import { typedAsNew } from '../../../web/form/typed.ts'
import { useEdit } from '../../../web/form/use-edit.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { toast } from '../../../web/ui/toast.ts'
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
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [banner, setBanner] = useState('')
  /** Null: nothing is being sent. */
  const [progress, setProgress] = useState<number | null>(null)
  const giveUp = useRef<AbortController>(null)
  const submitted = useRef<Submit>(null)
  /** The title that the file suggests. It stands where none was typed, and is no part of the draft, which is what the member typed. */
  const [suggested, setSuggested] = useState('')
  const edit = useEdit<Resource, Draft>({
    name: resource ? `resource:${resource.id}` : 'resource:new',
    place: resource ? 'A resource' : 'A new resource',
    // The address of a deleted file leads nowhere.
    again: {
      name: 'resource:new',
      draftOf: values => typedAsNew(empty, isDownloadable(values.url) ? { ...values, url: '' } : values),
    },
    row: resource,
    valuesOf: draftOf,
    written,
    read: readResource,
    update: ({ id }, { changes, version }) =>
      api(updateResource, { ...(changes as Input<typeof updateResource>), id, version, user_id: user?.id }),
    within: [listResources],
    success: 'Resource updated',
    onFailure: error => setBanner(messageOf(error)),
    onSaved,
    onDone,
  })
  const { change } = edit
  const draft = { ...edit.values, title: edit.values.title || suggested }

  function choose(chosen: File | null) {
    setFile(chosen)
    const refused = fileProblem(chosen)
    setProblems(({ file: _, ...others }) => ({ ...others, ...refused }))
    if (chosen && !refused.file && !edit.values.title) setSuggested(titleOf(chosen))
  }

  function typeTitle(title: string) {
    setSuggested('')
    change({ title })
  }

  async function submit() {
    if (giveUp.current) return
    const wrong = {
      ...(draft.title.trim() ? {} : { title: 'Please enter a title' }),
      ...(way === 'file' && !resource ? fileProblem(file, 'Please choose a file') : {}),
    }
    setProblems(wrong)
    setBanner('')
    if (Object.keys(wrong).length > 0) return
    if (resource) return edit.save()
    giveUp.current = new AbortController()
    setProgress(0)
    const end = edit.markSent()
    try {
      await send(giveUp.current.signal)
      toast.success('Resource added')
      onSaved()
      end(onDone)
    } catch (error) {
      const isLeft = giveUp.current.signal.aborted
      // An upload that was stopped may have been stored all the same.
      if (isLeft && way === 'file') return onSaved()
      if (isLeft) return void toast.error('The resource was not added', messageOf(error))
      setBanner(messageOf(error))
      setProblems(fieldsOf(error))
    } finally {
      giveUp.current = null
      setProgress(null)
    }
  }

  function send(signal: AbortSignal): Promise<unknown> {
    const { url, ...about } = written(draft) as Draft & { category: never; resource_type: never }
    if (way === 'link') {
      // Not stopped when the dialog closes: a link is sent at once, and nobody would know whether it was stored.
      submitted.current = sameSubmit(submitted.current, { ...about, url })
      return sendOnce('link', submitted.current, ({ key }) =>
        api(shareLink, { ...about, url, user_id: user?.id }, { key }),
      )
    }
    return uploadFile(file as File, about, { onProgress: setProgress, signal })
  }

  return {
    way,
    setWay,
    edit,
    draft,
    change,
    typeTitle,
    completeLink: () => change({ url: webLink(draft.url) }),
    file,
    choose,
    problems: { ...edit.fields, ...problems } as Record<string, string>,
    banner,
    progress,
    busy: edit.busy || progress !== null,
    submit,
    /** Stops an upload under way. */
    stop: () => giveUp.current?.abort(),
    /** Forgets what was typed. */
    discard: edit.discard,
  }
}

function fileProblem(file: File | null, missing?: string): Record<string, string> {
  const problem = file ? problemOf(file) : missing
  return problem ? { file: problem } : {}
}
