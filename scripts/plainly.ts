import { Problem } from '../database/connection/problem.ts'

/** Members' names and titles may hold control characters, which a terminal would obey: they are shown as '?'. */
export const say = (line: string) => console.log(line.replace(/[^\P{C}\n\t]/gu, '?'))

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** Runs a command to its end. What a person can mend is said in two lines; only our own mistakes show a stack. */
export async function plainly(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}\n${error.remedy}` : error)
    process.exit(1)
  }
}
