import { useEffect, useRef } from 'react'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import type { Profile } from '../contract.ts'
import { AvatarEditor } from './AvatarEditor.tsx'
import { BasicCard, CompanyCard, ContactCard, NeedsCard } from './ProfileCards.tsx'
import { labels, useProfileForm } from './use-profile-form.ts'

/** `focus`: the field to focus first. `profile`: null for a new profile. */
export function ProfileForm({
  profile,
  focus,
  onDone,
}: {
  profile: Profile | null
  focus: string
  onDone: () => void
}) {
  const form = useProfileForm(profile, onDone)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = element.current?.querySelector<HTMLElement>(
      `[data-field="${CSS.escape(focus)}"] :is(input, textarea, button)`,
    )
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [focus])

  const section = { values: form.values, problems: form.fields, onChange: form.change }
  return (
    <form ref={element} noValidate onSubmit={form.onSubmit}>
      <PageHeader title="Edit Profile" subtitle="Manage your profile information and settings" />
      <div className="flex flex-col gap-4">
        <FormNotices form={form} subject="your profile" button="Save Profile" labels={labels} />
        <BasicCard {...section}>
          {profile && (
            <div data-field="avatar_url">
              <AvatarEditor profile={profile} />
            </div>
          )}
        </BasicCard>
        <CompanyCard {...section} />
        <NeedsCard {...section} />
        <ContactCard {...section} />
      </div>
      <div className="sticky bottom-(--bar-room) z-10 mt-4 flex justify-end gap-3 border-t border-line bg-ground py-4">
        <Button variant="secondary" onClick={form.cancel}>
          Cancel
        </Button>
        <Button type="submit" busy={form.busy}>
          Save Profile
        </Button>
      </div>
    </form>
  )
}
