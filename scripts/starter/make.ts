import { writeFileSync } from 'node:fs'
import { plainly, say } from '../plainly.ts'
import { starterFiles } from './files.ts'

/** `node scripts/starter/make.ts`: writes the starter library anew. The files are part of the package. */
const folder = new URL('../../features/resources/starter/', import.meta.url)

await plainly(async () => {
  for (const [name, make] of Object.entries(starterFiles)) {
    const bytes = await make()
    writeFileSync(new URL(name, folder), bytes)
    say(`${name}  ${Math.ceil(bytes.length / 1024)} KB`)
  }
})
