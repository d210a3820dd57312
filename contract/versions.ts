import { z } from 'zod'

/** What an editor saw. Without it an update is made whatever was changed meanwhile. */
export const SeenVersion = { version: z.int().optional() }

/** The answer, with status 409, to an update of a version that is no longer the latest. */
export const CHANGED_MEANWHILE = 'This was changed since you opened it. Your changes have not been saved.'
