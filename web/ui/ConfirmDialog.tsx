import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { ConfirmContext, type Question } from './confirm-context.ts'
import { Dialog } from './Dialog.tsx'

/** A question with two answers. The focus begins on the harmless one. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirm,
  cancel = 'Cancel',
  danger = false,
  onAnswer,
}: Question & { open: boolean; onAnswer: (yes: boolean) => void }) {
  const no = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      alert
      size="sm"
      open={open}
      title={title}
      description={text}
      onClose={() => onAnswer(false)}
      initialFocus={no}
      footer={
        <>
          <Button ref={no} variant="secondary" onClick={() => onAnswer(false)}>
            {cancel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            {confirm}
          </Button>
        </>
      }
    />
  )
}

type Asked = Question & { answer: (yes: boolean) => void }

/** Shows whatever useConfirm asks, one question at a time; a second question answers the first with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>(answer => {
        setAsked(before => {
          before?.answer(false)
          return { ...question, answer }
        })
      }),
    [],
  )
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked && (
        <ConfirmDialog
          open
          {...asked}
          onAnswer={yes => {
            setAsked(null)
            asked.answer(yes)
          }}
        />
      )}
    </ConfirmContext>
  )
}
