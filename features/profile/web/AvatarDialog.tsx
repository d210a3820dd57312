import { useEffect, useRef, useState } from 'react'
import { keyOf, queryClient } from '../../../web/api/query.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { Dialog } from '../../../web/ui/Dialog.tsx'
import { Progress } from '../../../web/ui/Progress.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { getMember, listMembers } from '../../members/contract.ts'
import { getProfile } from '../contract.ts'
import { WRONG_KIND } from '../shared/picture-kind.ts'
import { avatarFailed, reasonOf } from './avatar-problems.ts'
import { CropArea } from './CropArea.tsx'
import type { Crop } from './crop.ts'
import { uploadPicture } from './upload.ts'

/** A chosen picture before it is sent: moved and zoomed until the right part is in the square. */
export function AvatarDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState<Crop>({ x: 0.5, y: 0.5, zoom: 1 })
  const [sent, setSent] = useState<number | null>(null)
  const stop = useRef<AbortController>(null)

  async function save() {
    if (stop.current) return
    stop.current = new AbortController()
    setSent(0)
    toast.dismissErrors()
    try {
      const saved = await uploadPicture(file, crop, { onProgress: setSent, signal: stop.current.signal })
      queryClient.setQueryData(keyOf(getProfile), saved)
      for (const { path } of [listMembers, getMember]) void queryClient.invalidateQueries({ queryKey: [path] })
      toast.success('Avatar updated')
      onClose()
    } catch (error) {
      if (stop.current.signal.aborted) return
      avatarFailed(reasonOf(error))
      setSent(null)
    } finally {
      stop.current = null
    }
  }
  const cancel = () => {
    stop.current?.abort()
    onClose()
  }
  const cannotShow = () => {
    avatarFailed(WRONG_KIND)
    onClose()
  }

  return (
    <Dialog
      open
      size="sm"
      title="Profile picture"
      description="Drag the picture into place, and zoom with the slider."
      onClose={cancel}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button busy={sent !== null} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-4">
        {url && <CropArea url={url} crop={crop} onChange={setCrop} onError={cannotShow} />}
        {sent !== null && (
          <div className="w-full">
            <Progress label="Uploading" value={sent} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** An address for a file in this page's memory, given back when it is no longer shown. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
