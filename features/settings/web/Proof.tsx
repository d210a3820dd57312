import { type ReactNode, useCallback, useState } from 'react'
import { fieldsOf } from '../../../web/api/call.ts'
import { ProofDialog } from './ProofDialog.tsx'
import { ProofContext } from './proof-context.ts'

type Asked = { answer: (proved: boolean) => void }

/** Asks for the password if a call of a descendant needs it, then repeats the call. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const prove = useCallback(async <T,>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      if (!('proof' in fieldsOf(error))) throw error
      const isProved = await new Promise<boolean>(answer => setAsked({ answer }))
      if (!isProved) throw error
      return call()
    }
  }, [])
  return (
    <ProofContext value={prove}>
      {children}
      {asked && (
        <ProofDialog
          onAnswer={proved => {
            setAsked(null)
            asked.answer(proved)
          }}
        />
      )}
    </ProofContext>
  )
}
