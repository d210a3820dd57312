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

/** Crops the chosen picture and uploads it. */
export function AvatarDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState<Crop>({ x: 0.5, y: 0.5, zoom: 1 })
  const [progress, setProgress] = useState<number | null>(null)
  const upload = useRef<AbortController>(null)

  async function save() {
    if (upload.current) return
    upload.current = new AbortController()
    setProgress(0)
    toast.dismissErrors()
    try {
      const saved = await uploadPicture(file, crop, { onProgress: setProgress, signal: upload.current.signal })
      queryClient.setQueryData(keyOf(getProfile), saved)
      for (const { path } of [listMembers, getMember]) void queryClient.invalidateQueries({ queryKey: [path] })
      toast.success('Avatar updated', undefined, { about: 'avatar' })
      onClose()
    } catch (error) {
      if (upload.current.signal.aborted) return
      avatarFailed(reasonOf(error))
      setProgress(null)
    } finally {
      upload.current = null
    }
  }
  const cancel = () => {
    upload.current?.abort()
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
          <Button busy={progress !== null} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-4">
        {url && <CropArea url={url} crop={crop} onChange={setCrop} onError={cannotShow} />}
        {progress !== null && (
          <div className="w-full">
            <Progress label="Uploading" value={progress} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** An object URL for the file, revoked on unmount. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return url
}
