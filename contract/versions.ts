import { z } from 'zod'

/** The version that the editor saw. Without it, an update overwrites concurrent changes. */
export const SeenVersion = { version: z.int().optional() }

/** The message of the 409 for an update of an outdated version. */
export const CHANGED_MEANWHILE = 'This was changed since you opened it. Your changes have not been saved.'
