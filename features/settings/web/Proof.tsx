import { type ReactNode, useCallback, useState } from 'react'
import { fieldsOf } from '../../../web/api/call.ts'
import { ProofDialog } from './ProofDialog.tsx'
import { ProofContext } from './proof-context.ts'

type Asked = { password?: string; answer: (proved: boolean) => void }

/** Asks for the password if a call of a descendant needs it, then repeats the call. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const prove = useCallback(async <T,>(call: () => Promise<T>, password?: string): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      if (!('proof' in fieldsOf(error))) throw error
      const isProved = await new Promise<boolean>(answer => setAsked({ password, answer }))
      if (!isProved) throw error
      return call()
    }
  }, [])
  return (
    <ProofContext value={prove}>
      {children}
      {asked && (
        <ProofDialog
          password={asked.password}
          onAnswer={proved => {
            setAsked(null)
            asked.answer(proved)
          }}
        />
      )}
    </ProofContext>
  )
}
