import { Problem } from '../database/connection/problem.ts'

/** Prints '?' for control characters: names and titles of members may contain terminal escape sequences. */
export const say = (line: string) => console.log(line.replace(/[^\P{C}\n\t]/gu, '?'))

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** Runs a command. A Problem is printed as two lines, message and remedy; an unexpected error with its stack. */
export async function runCommand(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}\n${error.remedy}` : error)
    process.exit(1)
  }
}
