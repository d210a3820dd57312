import { createProfile, getProfile, type Profile } from '../../features/profile/contract.ts'
import { ApiError, api } from '../api/call.ts'
import { keyOf, seeded } from '../api/query.ts'

/**
 * My profile. Registering makes one; where that failed, the first look at it makes an empty one and reads again.
 * `null`: there is none and none could be made, so the profile screen offers to make it.
 */
export async function loadProfile(): Promise<Profile | null> {
  try {
    return await api(getProfile)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  try {
    await api(createProfile)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: not worth interrupting anybody for, yet it must leave a trace
    console.warn('The profile could not be made:', error)
    return null
  }
  return api(getProfile)
}

export const profileQuery = { queryKey: keyOf(getProfile), queryFn: loadProfile, ...seeded(getProfile) }
