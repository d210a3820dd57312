import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageOf } from '../../../../web/api/call.ts'
import { useApi } from '../../../../web/api/query.ts'
import { refresh } from '../../../../web/api/send-cache.ts'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { Card } from '../../../../web/ui/Card.tsx'
import { Switch } from '../../../../web/ui/Checkbox.tsx'
import { TextField } from '../../../../web/ui/TextField.tsx'
import { TryAgain } from '../../../../web/ui/TryAgain.tsx'
import { type digests, getNotificationSettings, type NotificationSettings } from '../../../notifications/contract.ts'
import { RadioCards } from '../RadioCards.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { MutedMembers } from './MutedMembers.tsx'
import { PushRow } from './PushRow.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'
import { useNotificationForm } from './use-notification-form.ts'
import { WaysTable } from './WaysTable.tsx'

const digestOptions: { value: (typeof digests)[number]; label: string; hint: string }[] = [
  { value: 'daily', label: 'Daily', hint: 'At eight in the morning' },
  { value: 'weekly', label: 'Weekly', hint: 'On Mondays at eight' },
  { value: 'never', label: 'Never', hint: 'What was for the digest stays in the app' },
]

export function NotificationsCard() {
  const { data, error, refetch } = useApi(getNotificationSettings)
  useRefreshWhenShown()
  return (
    <Card as="section" title="Notifications">
      <PushRow />
      {data ? <SettingsForm settings={data} /> : !error && <RowsSkeleton label="Loading your choices" rows={6} />}
      {error && !data && (
        <Banner title="Your choices could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
          {messageOf(error)}
        </Banner>
      )}
      <div className="mt-6 border-t border-line pt-5">
        <MutedMembers />
      </div>
    </Card>
  )
}

/** The settings may have been changed in another tab. */
function useRefreshWhenShown() {
  const cache = useQueryClient()
  useEffect(() => {
    const onShown = () => document.visibilityState === 'visible' && refresh(cache, [getNotificationSettings])
    document.addEventListener('visibilitychange', onShown)
    return () => document.removeEventListener('visibilitychange', onShown)
  }, [cache])
}

function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const form = useNotificationForm(settings)
  const { values, change, fields } = form
  return (
    <form noValidate aria-label="Notifications" onSubmit={form.onSubmit} className="flex flex-col gap-6">
      {!settings.sends_mail && (
        <Banner tone="info" title="This server sends no mail">
          Notifications appear in the app. What you choose about mail and the digest has no effect yet.
        </Banner>
      )}
      <WaysTable values={values} change={change} />
      <Switch
        label="Ask me when somebody seeks an introduction"
        hint="To an investor you know, or because they choose you. They do not learn whether it reaches you. You answer only if you want to."
        checked={values.may_be_asked}
        onChange={may_be_asked => change({ may_be_asked })}
      />
      <div className="flex flex-col gap-3">
        <h3 className="text-lg">Digest</h3>
        <RadioCards
          legend="Digest"
          name="digest"
          options={digestOptions}
          value={values.digest}
          onChange={digest => change({ digest })}
          across
        />
      </div>
      <div className="flex flex-col gap-3">
        <Switch
          label="Quiet hours"
          hint="No notification mails or push messages during these hours; they are sent afterwards."
          checked={values.has_quiet_hours}
          onChange={has_quiet_hours => change({ has_quiet_hours })}
        />
        {values.has_quiet_hours && (
          <div className="grid max-w-md grid-cols-2 gap-4">
            <TextField label="From" type="time" {...form.field('quiet_from')} />
            <TextField label="Until" type="time" {...form.field('quiet_until')} />
          </div>
        )}
      </div>
      <div className="max-w-md">
        <TimeZoneField
          value={values.time_zone}
          onChange={time_zone => change({ time_zone })}
          error={fields.time_zone}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {/* Not `disabled`: after saving, the focus stays on it, at the end of the long form. */}
        <Button type="submit" busy={form.busy} aria-disabled={!form.isChanged}>
          Save
        </Button>
        {form.isChanged && (
          <>
            <Button variant="secondary" onClick={form.discard}>
              Cancel
            </Button>
            <span role="status" className="text-sm text-muted">
              Not saved yet.
            </span>
          </>
        )}
      </div>
    </form>
  )
}
