import comments from './comments.server.ts'
import investor from './investor.server.ts'
import list from './list.server.ts'

export default [...list, ...investor, ...comments]
