import { main } from '../server/main.ts'
import './leave-with-parent.ts'

/** The product as in production, in a process of its own. */
const { url } = await main({ say: () => undefined })
process.send?.(Number(new URL(url).port))
