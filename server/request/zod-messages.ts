import { z } from 'zod'

/** Default validation messages for members, where a schema has none of its own. */
export function setZodMessages(): void {
  z.config({
    customError: issue => {
      if (issue.code === 'invalid_type' && issue.input === undefined) return 'Please fill in this field.'
      if (issue.code === 'too_big' && issue.origin === 'string')
        return `Please use at most ${issue.maximum} characters.`
      if (issue.code === 'too_small' && issue.origin === 'string')
        return Number(issue.minimum) === 1
          ? 'Please fill in this field.'
          : `Please use at least ${issue.minimum} characters.`
      if (issue.code === 'invalid_value') return `Please choose one of: ${issue.values.join(', ')}.`
      return 'This value has the wrong form.'
    },
  })
}
