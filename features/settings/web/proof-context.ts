import { createContext, use } from 'react'

/**
 * Makes a call; if the server requires a proof, asks for it and repeats the call. `password`: the one that the call contains, which is not
 * asked for again.
 */
type Prove = <T>(call: () => Promise<T>, password?: string) => Promise<T>

export const ProofContext = createContext<Prove | null>(null)

/** `const prove = useProof()`, then `await prove(() => api(changePassword, { password }))`. */
export function useProof() {
  const prove = use(ProofContext)
  if (!prove) throw new Error('useProof must be used within a ProofProvider')
  return prove
}
