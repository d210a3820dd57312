import { createContext, use } from 'react'

/** Makes a call about the account; asks for the password first where the server wants it again. */
export type Prove = <T>(call: () => Promise<T>) => Promise<T>

export const ProofContext = createContext<Prove | null>(null)

/** `const prove = useProof()`, then `await prove(() => api(changePassword, { password }))`. */
export function useProof() {
  const prove = use(ProofContext)
  if (!prove) throw new Error('useProof must be used within a ProofProvider')
  return prove
}
