import { z } from 'zod'

/** A date and time with its offset, such as `2026-11-17T09:30:00.123456+00:00`. */
export const When = z.iso.datetime({ offset: true })
