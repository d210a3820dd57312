import { createProfile, getProfile, type Profile } from '../../features/profile/own-contract.ts'
import { ApiError, api } from '../api/call.ts'
import { keyOf, type ReadOptions, readOptions, seeded } from '../api/query.ts'

/**
 * The signed-in member's profile. Registration creates it; if that failed, the first read creates an empty one and reads again.
 * `null`: it is missing and could not be created, so the profile screen offers to create it.
 */
export async function loadProfile(options?: ReadOptions): Promise<Profile | null> {
  try {
    return await api(getProfile, {}, options)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  try {
    await api(createProfile)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: no reason to interrupt the member, but it must leave a trace
    console.warn('The profile could not be created:', error)
    return null
  }
  return api(getProfile)
}

export const profileQuery = {
  queryKey: keyOf(getProfile),
  queryFn: (context: Parameters<typeof readOptions>[0]) => loadProfile(readOptions(context)),
  ...seeded(getProfile),
}
