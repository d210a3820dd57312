import { createContext, use } from 'react'

/** Makes a call; if the server requires the password again, asks for it and repeats the call. */
type Prove = <T>(call: () => Promise<T>) => Promise<T>

export const ProofContext = createContext<Prove | null>(null)

/** `const prove = useProof()`, then `await prove(() => api(changePassword, { password }))`. */
export function useProof() {
  const prove = use(ProofContext)
  if (!prove) throw new Error('useProof must be used within a ProofProvider')
  return prove
}
