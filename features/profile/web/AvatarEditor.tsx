import { Camera } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { keyOf, queryClient } from '../../../web/api/query.ts'
import { useSend } from '../../../web/api/send.ts'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { getMember, listMembers } from '../../members/contract.ts'
import { getProfile, type Profile, removeAvatar } from '../contract.ts'
import { AvatarDialog } from './AvatarDialog.tsx'
import { isRefusedAtOnce } from './avatar-problems.ts'

/** The member's picture. A new one can be chosen, dropped here, or pasted anywhere on the page. */
export function AvatarEditor({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const [isOver, setOver] = useState(false)
  const remove = useSend(removeAvatar, {
    refresh: [listMembers, getMember],
    about: 'avatar',
    success: 'Avatar removed',
    failure: 'Error removing avatar',
    onSuccess: saved => queryClient.setQueryData(keyOf(getProfile), saved),
  })

  async function choose(file: File | null | undefined) {
    if (file && !(await isRefusedAtOnce(file))) setChosen(file)
  }
  usePastedFile(choose)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    void choose(event.target.files?.[0])
    // Allows choosing the same file again.
    event.target.value = ''
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of the form's own fields
    <div
      role="group"
      aria-label="Profile picture"
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex shrink-0 flex-col items-center gap-3 self-center rounded-card p-2 sm:self-start',
        isOver && 'bg-tint outline-2 outline-accent outline-dashed',
      )}
    >
      <Avatar name={profile.full_name} src={profile.avatar_url} size="xl" />
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Profile picture"
        tabIndex={-1}
        onChange={pick}
        className="sr-only"
      />
      <div className="flex flex-col items-center gap-1">
        <Button size="sm" variant="secondary" icon={Camera} onClick={() => input.current?.click()}>
          Change picture
        </Button>
        {profile.avatar_url && (
          <Button size="sm" variant="ghost" busy={remove.busy} onClick={() => void remove.send()}>
            Remove
          </Button>
        )}
      </div>
      {chosen && <AvatarDialog file={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}

function usePastedFile(choose: (file: File) => Promise<void>) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const [file] = event.clipboardData?.files ?? []
    if (!file) return
    event.preventDefault()
    void choose(file)
  })
  useEffect(() => {
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
