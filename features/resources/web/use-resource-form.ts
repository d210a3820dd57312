import { useRef, useState } from 'react'
import { api, fieldsOf, messageOf } from '../../../web/api.ts'
import { toast } from '../../../web/ui/toast.ts'
import { useDraft } from '../../../web/use-draft.ts'
import { type Resource, shareLink, updateResource } from '../contract.ts'
import { isDownloadable, problemOf } from '../shared/files.ts'
import { uploadFile } from './upload.ts'

export type Way = 'file' | 'link'
type Draft = { title: string; description: string; category: string; resource_type: string; url: string }

const empty: Draft = { title: '', description: '', category: 'other', resource_type: 'template', url: '' }
const draftOf = ({ title, description, category, resource_type, url }: Resource): Draft => ({
  title,
  description,
  category,
  resource_type,
  url,
})

/** 'Board deck Q3.pdf' suggests 'Board deck Q3'. */
const titleOf = (file: File) => file.name.replace(/\.[a-z0-9]+$/i, '').slice(0, 120)

/** The dialog's state. `resource`: the one being edited; without it a new one. */
export function useResourceForm(resource: Resource | null, onSaved: () => void) {
  const [way, setWay] = useState<Way>(resource && !isDownloadable(resource.url) ? 'link' : 'file')
  const [draft, keep, drop] = useDraft<Draft>(
    resource ? `resource:${resource.id}` : 'resource:new',
    resource ? draftOf(resource) : empty,
  )
  const [file, setFile] = useState<File | null>(null)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [banner, setBanner] = useState('')
  /** Null: nothing is being sent. */
  const [progress, setProgress] = useState<number | null>(null)
  const giveUp = useRef<AbortController>(null)

  const change = (fields: Partial<Draft>) => keep({ ...draft, ...fields })

  function choose(chosen: File | null) {
    setFile(chosen)
    setProblems(({ file: _, ...others }) => ({ ...others, ...fileProblem(chosen) }))
    if (chosen && !draft.title) change({ title: titleOf(chosen) })
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
    giveUp.current = new AbortController()
    setProgress(0)
    try {
      await send(giveUp.current.signal)
      toast.success(resource ? 'Resource updated' : 'Resource added')
      drop()
      onSaved()
    } catch (error) {
      if (giveUp.current.signal.aborted) return
      setBanner(messageOf(error))
      setProblems(fieldsOf(error))
    } finally {
      giveUp.current = null
      setProgress(null)
    }
  }

  function send(signal: AbortSignal): Promise<unknown> {
    const { url, ...about } = draft as Draft & { category: never; resource_type: never }
    if (resource)
      return api(updateResource, { ...about, ...(way === 'link' ? { url } : {}), id: resource.id }, { signal })
    if (way === 'link') return api(shareLink, { ...about, url }, { signal })
    return uploadFile(file as File, about, { onProgress: setProgress, signal })
  }

  return {
    way,
    setWay,
    draft,
    change,
    file,
    choose,
    problems,
    banner,
    progress,
    submit,
    /** Stops an upload under way. */
    stop: () => giveUp.current?.abort(),
    /** Forgets what was typed. */
    discard: drop,
  }
}

function fileProblem(file: File | null, missing?: string): Record<string, string> {
  const problem = file ? problemOf(file) : missing
  return problem ? { file: problem } : {}
}
