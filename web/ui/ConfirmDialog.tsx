import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { chunkOf, useChunk } from '../app/chunk.ts'
import { Button } from './Button.tsx'
import { ConfirmContext, type Question } from './confirm-context.ts'

const dialog = chunkOf(() => import('./Dialog.tsx'))

/** A question with two answers. The focus begins on the harmless one. */
function ConfirmDialog({
  title,
  text,
  confirm,
  cancel = 'Cancel',
  danger = false,
  onAnswer,
}: Question & { onAnswer: (yes: boolean) => void }) {
  const no = useRef<HTMLButtonElement>(null)
  const { module, failure } = useChunk(dialog)
  const askPlainly = useEffectEvent(() => onAnswer(window.confirm([title, text].filter(Boolean).join('\n\n'))))
  // Where our dialog cannot be fetched, the browser's own asks.
  useEffect(() => {
    if (failure) askPlainly()
  }, [failure])
  if (!module) return
  return (
    <module.Dialog
      alert
      size="sm"
      open
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
