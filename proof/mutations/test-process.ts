import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Problem } from '../../database/connection/problem.ts'
import { rememberSeconds } from './choose.ts'
import type { Outcome, Task } from './run-tests.ts'

export type TestProcess = Awaited<ReturnType<typeof startTestProcess>>

/** Starts run-tests.ts for the tests in this copy of the code, on this PostgreSQL. */
export async function startTestProcess(root: string, adminUrl: string) {
  const child = fork(join(root, 'proof/mutations/run-tests.ts'), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, TEST_DATABASE_URL: adminUrl },
  })
  const ended = once(child, 'exit')
  const failed = ended.then(() => {
    throw new Problem('The process that runs the tests has ended.', 'Its messages above say why.')
  })
  failed.catch(() => undefined)
  const restored: string[] = []
  const message = () => Promise.race([once(child, 'message'), failed])
  await message()
  return {
    /** Returns what the file noticed first: a failed test or an error. Null: nothing. */
    async run(task: Task): Promise<string | null> {
      const began = performance.now()
      const answered = message()
      child.send({ ...task, changed: [...restored.splice(0), ...task.changed] } satisfies Task)
      const [{ noticed }] = (await answered) as [Outcome]
      rememberSeconds(task.file, (performance.now() - began) / 1000)
      return noticed
    },
    /** These files have been restored. */
    forget: (files: string[]) => void restored.push(...files),
    async stop() {
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(timer)
    },
  }
}
