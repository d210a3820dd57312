import { Problem } from '../../database/connection/problem.ts'

/** What a check found. `remedy` says what the operator can do. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; text: string; remedy?: string }

/** A larger difference of two clocks is a problem. */
export const MAX_CLOCK_SECONDS = 5

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warning = (text: string, remedy: string): Finding => ({ level: 'warning', text, remedy })
export const problem = (text: string, remedy: string): Finding => ({ level: 'problem', text, remedy })

/** An error of `work` that has a remedy becomes a finding; others are thrown. */
export async function findings(work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) return [problem(error.message, error.remedy)]
    throw error
  }
}
