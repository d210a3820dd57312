import {
  type FormEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { messageOf } from '../../../../web/api/call.ts'
import { useApi } from '../../../../web/api/query.ts'
import { FormNotices } from '../../../../web/form/FormNotices.tsx'
import { focusOnMount } from '../../../../web/form/first-field.ts'
import { NotSavedNotice } from '../../../../web/form/NotSavedNotice.tsx'
import { useUnsent } from '../../../../web/form/use-unsent.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../../web/ui/Skeleton.tsx'
import { TextArea } from '../../../../web/ui/TextArea.tsx'
import { TryAgain } from '../../../../web/ui/TryAgain.tsx'
import { getBlurb, type IntroductionRequest, type Blurb as Kept } from '../../contract.ts'
import { draftOf } from '../../shared/blurb-draft.ts'
import { openStatuses, statusLabels } from '../../shared/labels.ts'
import { limits } from '../../shared/rules.ts'
import { BlurbText } from './BlurbText.tsx'
import { blurbOf, useBlurbForm } from './use-blurb-form.ts'

/** Opens the form of the blurb from elsewhere in the dialog. */
export type BlurbHandle = { begin: () => void }

/** The text that can be forwarded to the target. The requester writes it; those who may read it copy it. */
export function Blurb({ request, ref }: { request: IntroductionRequest; ref?: Ref<BlurbHandle> }) {
  const { data, error, refetch } = useApi(getBlurb, { id: request.id })
  const { profile, profileState } = useAuth()
  // Somebody who writes when the request is closed keeps what they wrote.
  const [isWriting, setWriting] = useState(useUnsent(blurbOf(request.id)).length > 0)
  // The target reads it in the question to them.
  const isTarget = profile !== null && request.target_profile_id === profile.id
  if (!request.can_edit)
    return data?.text && !isTarget ? (
      <Section text="Written by the requester, to be forwarded as it is.">
        <BlurbText text={data.text} subject={subjectOf(request)} />
      </Section>
    ) : null
  // A closed request needs no new text.
  if (data && data.text === null && !openStatuses.includes(request.status) && !isWriting) return null
  return (
    <Section text="A few words about you and what you ask for, which others can forward as they are. Besides you, only members who offer to introduce you can read them, and the member you want to meet once they are asked.">
      {data && profileState !== 'loading' ? (
        <Mine ref={ref} blurb={data} request={request} draft={draftOf(request, profile)} onWriting={setWriting} />
      ) : error ? (
        <Banner title="The blurb could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
          {messageOf(error)}
        </Banner>
      ) : (
        <SkeletonRegion label="Loading the blurb">
          <SkeletonLines lines={3} />
        </SkeletonRegion>
      )}
    </Section>
  )
}

const Section = ({ text, children }: { text: string; children: ReactNode }) => (
  <section aria-labelledby="introduction-blurb" className="mt-8">
    <h3 id="introduction-blurb" className="mb-2 text-xl">
      Forwardable blurb
    </h3>
    <p className="mb-4 text-sm text-muted">{text}</p>
    {children}
  </section>
)

/** The subject of a mail with the blurb. */
export const subjectOf = ({ user_name, your_company, target_person }: IntroductionRequest) =>
  ['Introduction:', user_name, your_company && `(${your_company})`, target_person && `and ${target_person}`]
    .filter(Boolean)
    .join(' ')

type Props = {
  blurb: Kept
  request: IntroductionRequest
  draft: string
  onWriting: (isWriting: boolean) => void
  ref?: Ref<BlurbHandle>
}

function Mine({ blurb, request, draft, onWriting, ref }: Props) {
  const form = useBlurbForm(blurb, draft)
  const isWriting = form.isOn && form.isChanged
  useEffect(() => onWriting(isWriting), [onWriting, isWriting])
  const isClosed = !openStatuses.includes(request.status)
  // The pressed button is replaced: move the focus. Not when the dialog opens with an unsaved text.
  const hasBegun = useRef(false)
  const wasOn = useRef(false)
  wasOn.current ||= form.isOn
  const begin = () => {
    hasBegun.current = true
    form.begin()
  }
  const area = useRef<HTMLTextAreaElement>(null)
  const focusIfBegun = useCallback((element: HTMLTextAreaElement | null) => {
    area.current = element
    if (hasBegun.current) element?.focus()
  }, [])
  useImperativeHandle(ref, () => ({
    begin() {
      begin()
      // If it was open already, with an unsaved text.
      area.current?.focus()
    },
  }))
  const saveDraft = (event: FormEvent<HTMLFormElement>) => {
    wasOn.current = true
    form.takeDraft()
    form.onSubmit(event)
  }
  if (form.isOn)
    return (
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
        {isClosed && blurb.text === null && (
          <NotSavedNotice
            title={`This request is ${statusLabels[request.status]} now and needs no blurb.`}
            text={form.values.text}
          />
        )}
        <FormNotices form={form} subject="the blurb" button="Save Blurb" labels={{ text: 'Text to forward' }} />
        <TextArea ref={focusIfBegun} label="Text to forward" limit={limits.blurb} rows={12} {...form.field('text')} />
        <div className="flex justify-end gap-2">
          <Button size="sm" variant="secondary" onClick={form.end}>
            {isClosed ? 'Discard' : 'Cancel'}
          </Button>
          <Button type="submit" size="sm" busy={form.busy} busyText="Saving...">
            Save Blurb
          </Button>
        </div>
      </form>
    )
  const edit = (
    <Button ref={wasOn.current ? focusOnMount : undefined} size="sm" variant="secondary" onClick={begin}>
      Change blurb
    </Button>
  )
  if (blurb.text !== null)
    return (
      <BlurbText text={blurb.text} subject={subjectOf(request)}>
        {edit}
      </BlurbText>
    )
  return (
    <form noValidate onSubmit={saveDraft}>
      <p className="mb-2 text-sm font-medium">
        A draft from your profile and this request. Nobody sees it until you save it.
      </p>
      <BlurbText text={draft} subject={subjectOf(request)}>
        <Button type="submit" size="sm" busy={form.busy} busyText="Saving...">
          Save Blurb
        </Button>
        {edit}
      </BlurbText>
    </form>
  )
}
