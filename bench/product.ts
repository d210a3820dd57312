import { main } from '../server/main.ts'
import './leave-with-parent.ts'

/** The child process of `startProduct`. */
const { url } = await main({ say: () => undefined })
process.send?.(Number(new URL(url).port))
