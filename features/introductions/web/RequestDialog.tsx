import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../web/api/call.ts'
import { useCall } from '../../../web/api/send.ts'
import { usePageTitle } from '../../../web/app/page-title.ts'
import { useReadThread } from '../../../web/app/read-thread.ts'
import { FormDialog } from '../../../web/form/FormDialog.tsx'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
import { focusOnMount } from '../../../web/form/first-field.ts'
import { useUnsent } from '../../../web/form/use-unsent.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { cx } from '../../../web/ui/cx.ts'
import { Dialog } from '../../../web/ui/Dialog.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { Unsent } from '../../../web/ui/Unsent.tsx'
import { type IntroductionRequest, listIntroductionRequests } from '../contract.ts'
import { statuses, statusLabels } from '../shared/labels.ts'
import { AskedMembers } from './AskedMembers.tsx'
import { Blurb, type BlurbHandle } from './blurb/Blurb.tsx'
import { BlurbPointer } from './blurb/BlurbPointer.tsx'
import { blurbOf } from './blurb/use-blurb-form.ts'
import { commentOn } from './CommentForm.tsx'
import { Comments } from './Comments.tsx'
import { deleteRequest } from './calls.ts'
import { editOf, useEditing } from './editing.ts'
import { titleOf } from './failures.ts'
import { History } from './History.tsx'
import { EndedByEdit } from './offers/EndedByEdit.tsx'
import { offerOn } from './offers/MakeOffer.tsx'
import { Offers } from './offers/Offers.tsx'
import { QuestionToTarget } from './offers/QuestionToTarget.tsx'
import { outsideMailOn } from './offers/WriteForMe.tsx'
import { MetQuestion } from './outcome/MetQuestion.tsx'
import { changedThanksOn, thanksOn } from './outcome/ThanksForm.tsx'
import { ThanksSection } from './outcome/ThanksSection.tsx'
import { RequestDetails } from './RequestDetails.tsx'
import { RequestFields } from './RequestFields.tsx'
import { useRequest } from './requests.ts'
import { StillLooking } from './StillLooking.tsx'
import { formatValue, labels, valuesOf } from './values.ts'
import { WhoKnows } from './WhoKnows.tsx'

const statusOptions = statuses.map(value => ({ value, label: statusLabels[value] }))

const NOT_FOUND = 'This request could not be found'

/** A request in a dialog over the list, opened by a row or by its URL. */
export function RequestDialog({ id, commentId, onClose }: { id: number; commentId?: number; onClose: () => void }) {
  const { data, error, refetch } = useRequest(id)
  // If the request is deleted while it is edited, the form and its values stay.
  const [edited, setEdited] = useState<IntroductionRequest | null>(null)
  const request = data ?? (edited?.id === id ? edited : null)
  const isGone = !request && error instanceof ApiError && error.status === 404
  usePageTitle(isGone ? NOT_FOUND : request?.request_title)
  useReadThread('request', request?.id)
  if (request)
    return <OpenRequest key={id} request={request} commentId={commentId} onEdit={setEdited} onClose={onClose} />
  return (
    <Dialog open size="lg" title="Introduction Request" onClose={onClose}>
      {error ? (
        <div className="flex flex-col gap-4">
          <ErrorState
            title={isGone ? NOT_FOUND : 'This request could not be loaded'}
            text={isGone ? 'It may have been deleted.' : messageOf(error)}
            again={!isGone && refetch}
          />
          {isGone && <Drafts id={id} />}
        </div>
      ) : (
        <SkeletonRegion label="Loading the request">
          <SkeletonLines lines={8} />
        </SkeletonRegion>
      )}
    </Dialog>
  )
}

/** The member's drafts for a deleted request. */
const Drafts = ({ id }: { id: number }) => (
  <Unsent
    texts={useUnsent(
      editOf(id),
      commentOn(id),
      blurbOf(id),
      offerOn(id),
      outsideMailOn(id),
      thanksOn(id),
      changedThanksOn(id),
    )}
  />
)

type Open = {
  request: IntroductionRequest
  /** The comment that the URL leads to. */
  commentId?: number
  /** Null: editing has ended. */
  onEdit: (request: IntroductionRequest | null) => void
  onClose: () => void
}

function OpenRequest({ request, commentId, onEdit, onClose }: Open) {
  const { user } = useAuth()
  const confirm = useConfirm()
  const editing = useEditing(request)
  useEffect(() => onEdit(editing.isOn ? request : null), [editing.isOn, request, onEdit])
  // Focus the text first: focusing the comment field would open a phone's keyboard over the text.
  const text = useRef<HTMLDivElement>(null)
  const blurb = useRef<BlurbHandle>(null)
  const wasEdited = useRef(editing.isOn)
  const remove = useCall(() => deleteRequest(user, { id: request.id }).then(() => null), {
    // Not the request itself: reading it again while the dialog closes would return 404.
    refresh: [listIntroductionRequests],
    success: 'Request deleted',
    alreadyGone: 'This request was already deleted',
    tellsSignedOut: true,
    failure: error => titleOf(error, 'Failed to delete request'),
    onSuccess: onClose,
  })
  const askAndDelete = async () => {
    const sure = await confirm({
      title: 'Are you sure?',
      text: 'This will permanently delete this introduction request and all its comments. This action cannot be undone.',
      confirm: 'Delete',
      danger: true,
    })
    if (sure) await remove.send(undefined)
  }

  if (editing.isOn)
    return (
      <FormDialog
        form={editing}
        size="lg"
        title="Edit Request"
        button="Save Changes"
        busyText="Saving..."
        onClose={onClose}
        onCancel={editing.end}
      >
        <div className="flex flex-col gap-5">
          <FormNotices
            form={editing}
            subject="this request"
            button="Save Changes"
            labels={labels}
            formatValue={formatValue}
          />
          <RequestFields
            values={editing.values}
            problems={editing.fields}
            stored={valuesOf(request)}
            asked={editing.asked}
            targetNotice={<EndedByEdit request={request} changes={{ ...editing.changes, status: undefined }} />}
            onChange={editing.change}
            titleRef={focusOnMount}
          />
          <Select
            label="Status"
            options={statusOptions}
            value={editing.values.status}
            error={editing.fields.status}
            onChange={status => editing.change({ status })}
          />
          <EndedByEdit request={request} changes={{ status: editing.changes.status }} />
        </div>
      </FormDialog>
    )

  return (
    <Dialog
      open
      size="lg"
      title={<Title>{request.request_title}</Title>}
      onClose={onClose}
      initialFocus={text}
      footer={
        <>
          {request.can_edit && (
            <>
              <span className="mr-auto">
                <Button variant="secondary" icon={Trash2} busy={remove.busy} onClick={() => void askAndDelete()}>
                  Delete
                </Button>
              </span>
              <Button
                ref={wasEdited.current ? focusOnMount : undefined}
                variant="secondary"
                onClick={() => {
                  wasEdited.current = true
                  editing.begin()
                }}
              >
                Edit
              </Button>
            </>
          )}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {/* The scroll margin: on a phone the focus would otherwise scroll the title of the dialog away. */}
      <div ref={text} tabIndex={-1} className="scroll-mt-96 outline-none">
        <QuestionToTarget request={request} />
        <MetQuestion request={request} />
        <StillLooking request={request} onAnswer={() => text.current?.focus()} />
        <RequestDetails request={request} />
        <BlurbPointer request={request} onWrite={() => blurb.current?.begin()} />
      </div>
      <Offers request={request} />
      <ThanksSection request={request} />
      <WhoKnows request={request} />
      <AskedMembers request={request} />
      <Blurb ref={blurb} request={request} />
      <Comments requestId={request.id} linkedId={commentId} />
      <History request={request} />
    </Dialog>
  )
}

const LONG_TITLE_CHARS = 80

/** A long title has a smaller font. */
const Title = ({ children }: { children: string }) => (
  <span dir="auto" className={cx('block text-left wrap-anywhere', children.length > LONG_TITLE_CHARS && 'text-lg')}>
    {children}
  </span>
)
