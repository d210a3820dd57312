import { useState } from 'react'
import { api } from '../../../../web/api/call.ts'
import { checkFilled } from '../../../../web/form/checks.ts'
import { FormDialog } from '../../../../web/form/FormDialog.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { PasswordField } from '../../../../web/ui/PasswordField.tsx'
import { deleteAccount } from '../../contract.ts'
import { useProof } from '../proof-context.ts'
import { RadioCards } from '../RadioCards.tsx'

const choices = [
  {
    value: 'remove',
    label: 'Remove what I wrote',
    hint: 'Topics, replies, comments and requests go. A topic that others replied to stays for their sake, but blank. What you wrote anonymously goes piece by piece within seven days, so that nobody can tell it was yours.',
  },
  {
    value: 'anonymise',
    label: 'Leave it, without my name',
    hint: 'What you wrote for everybody stays, without a name: your topics and replies show ‘Anonymous’. What was private goes.',
  },
] as const

export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { leave } = useAuth()
  const prove = useProof()
  const [content, setContent] = useState<'remove' | 'anonymise'>('remove')
  const form = useForm({
    check: checkFilled,
    send: async ({ password }: { password: string }) => {
      await prove(() => api(deleteAccount, { password, content }), password)
      leave()
    },
    success: ['Your account is deleted', 'Thank you for having been part of the community.'],
    failure: 'Your account was not deleted',
    noToastIfShownByField: true,
    unsure: {
      title: 'We could not tell whether your account was deleted',
      text: 'Please check your connection. If you can still sign in, it was not deleted.',
      look: now => {
        if (now.user) return 'You are still signed in, so it probably was not. Please try again.'
        // The account is deleted: remove the member's data from this browser too.
        leave()
        return 'You were signed out, so it probably was. If you can still sign in, it was not.'
      },
    },
  })
  return (
    <FormDialog
      form={form}
      title="Delete your account"
      description="Your profile, your sessions and your settings go at once, and nothing brings them back. Investors, events and resources you added stay, as by a former member."
      button="Delete my account"
      busyText="Deleting..."
      danger
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <RadioCards
          legend="What becomes of the things you wrote"
          name="content"
          options={choices}
          value={content}
          onChange={setContent}
        />
        <PasswordField label="Password" {...form.field('password')} />
      </div>
    </FormDialog>
  )
}
