import { useQueryClient } from '@tanstack/react-query'
import type { Input } from '../../../../contract/endpoint.ts'
import { api } from '../../../../web/api/call.ts'
import { keyOf } from '../../../../web/api/query.ts'
import type { Problem } from '../../../../web/form/use-form.ts'
import { useForm } from '../../../../web/form/use-form.ts'
import { useTyped } from '../../../../web/form/use-typed.ts'
import { browserTimeZone } from '../../../../web/session/time-zone.ts'
import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '../../../notifications/contract.ts'
import { type ChosenKind, chosenKinds } from './kind-labels.ts'

type Way = NotificationSettings['ways'][ChosenKind]
type Other = {
  digest: NotificationSettings['digest']
  has_quiet_hours: boolean
  quiet_from: string
  quiet_until: string
  time_zone: string
  may_be_asked: boolean
}
export type Values = Record<ChosenKind, Way> & Other

const valuesOf = ({
  ways,
  digest,
  quiet_from,
  quiet_until,
  time_zone,
  may_be_asked,
}: NotificationSettings): Values => ({
  ...(Object.fromEntries(chosenKinds.map(kind => [kind, ways[kind]])) as Record<ChosenKind, Way>),
  digest,
  may_be_asked,
  has_quiet_hours: quiet_from !== null,
  quiet_from: quiet_from ?? '22:00',
  quiet_until: quiet_until ?? '07:00',
  // Saved by web/session/time-zone.ts.
  time_zone: time_zone ?? browserTimeZone(),
})

/** Without quiet hours, their times do not count as a change. */
const normalize = (values: Values): Values =>
  values.has_quiet_hours ? values : { ...values, quiet_from: '', quiet_until: '' }

function check({ has_quiet_hours, quiet_from, quiet_until }: Values): Problem | undefined {
  if (!has_quiet_hours) return undefined
  const fields = {
    ...(!quiet_from && { quiet_from: 'Please enter a time.' }),
    ...(!quiet_until && { quiet_until: 'Please enter a time.' }),
    ...(quiet_from && quiet_from === quiet_until && { quiet_until: 'Please choose another time than the beginning.' }),
  }
  return Object.keys(fields).length > 0 ? { fields } : undefined
}

/** The changed choices as a request. Quiet hours are sent as a pair. */
function bodyOf(changes: Partial<Values>, values: Values): Input<typeof updateNotificationSettings> {
  const { digest, time_zone, has_quiet_hours, quiet_from, quiet_until, may_be_asked, ...ways } = changes
  const areHoursChanged = [has_quiet_hours, quiet_from, quiet_until].some(change => change !== undefined)
  const hours = values.has_quiet_hours
    ? { quiet_from: values.quiet_from, quiet_until: values.quiet_until }
    : { quiet_from: null, quiet_until: null }
  return {
    ...(digest && { digest }),
    ...(time_zone && { time_zone }),
    ...(may_be_asked !== undefined && { may_be_asked }),
    ...(areHoursChanged && hours),
    ...(Object.keys(ways).length > 0 && { ways }),
  }
}

/**
 * The settings have no version: each choice is saved by itself, and the last one counts. So they are no `row`, and unsaved choices are always
 * shown over the latest saved ones.
 */
export function useNotificationForm(settings: NotificationSettings) {
  const cache = useQueryClient()
  const typed = useTyped<NotificationSettings, Values>({
    name: 'notification-settings',
    place: 'Your notification settings',
    row: null,
    valuesOf: () => valuesOf(settings),
    normalize,
  })
  return useForm({
    typed,
    check,
    send: values => api(updateNotificationSettings, bodyOf(typed.latest().changes, values)),
    onSaved: saved => cache.setQueryData(keyOf(getNotificationSettings), saved),
    success: 'Notification settings saved',
    failure: 'Your notification settings were not saved',
    noToastIfShownByField: true,
  })
}
