import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useChunk } from '../app/chunk.ts'
import { Button } from './Button.tsx'
import { ConfirmContext, type Question } from './confirm-context.ts'
import { panel } from './Dialog.tsx'

/** A yes/no question. The cancel button has the initial focus. */
function ConfirmDialog({
  title,
  text,
  confirm,
  cancel = 'Cancel',
  danger = false,
  onAnswer,
}: Question & { onAnswer: (yes: boolean) => void }) {
  const cancelButton = useRef<HTMLButtonElement>(null)
  const { module, failure } = useChunk(panel)
  const askNatively = useEffectEvent(() => onAnswer(window.confirm([title, text].filter(Boolean).join('\n\n'))))
  // Fall back to the browser's dialog if the chunk of ours cannot be loaded.
  useEffect(() => {
    if (failure) askNatively()
  }, [failure])
  if (!module) return
  return (
    <module.DialogPanel
      alert
      size="sm"
      title={title}
      description={text}
      onClose={() => onAnswer(false)}
      initialFocus={cancelButton}
      footer={
        <>
          <Button ref={cancelButton} variant="secondary" onClick={() => onAnswer(false)}>
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

type OpenQuestion = Question & { answer: (yes: boolean) => void }

/** Shows the questions of useConfirm, one at a time: a new question answers the open one with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [openQuestion, setOpenQuestion] = useState<OpenQuestion | null>(null)
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>(answer => {
        setOpenQuestion(previous => {
          previous?.answer(false)
          return { ...question, answer }
        })
      }),
    [],
  )
  return (
    <ConfirmContext value={ask}>
      {children}
      {openQuestion && (
        <ConfirmDialog
          {...openQuestion}
          onAnswer={yes => {
            setOpenQuestion(null)
            openQuestion.answer(yes)
          }}
        />
      )}
    </ConfirmContext>
  )
}
