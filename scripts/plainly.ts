import { Problem } from '../database/problem.ts'

export const say = (line: string) => console.log(line)

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
