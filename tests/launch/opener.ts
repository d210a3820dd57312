// Opens a data folder in a separate process, which the tests stop, kill and start twice.
// Usage: opener.ts <data folder> [<uid>:<gid>]
const [dataDir = '', user] = process.argv.slice(2)
if (user) {
  const [uid = 0, gid = 0] = user.split(':').map(Number)
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
const { startEmbedded } = await import('../../database/embedded/embedded.ts')
const { Problem } = await import('../../database/connection/problem.ts')

const say = (line: string) => console.log(`say ${line}`)
try {
  const { stop, ...opened } = await startEmbedded({ dataDir, say })
  const end = () => stop().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  console.log(`opened ${JSON.stringify(opened)}`)
} catch (error) {
  console.error(error instanceof Problem ? `${error.message}\n${error.remedy}` : error)
  process.exit(1)
}
