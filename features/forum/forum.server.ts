import likes from './likes.server.ts'
import pins from './pins.server.ts'
import replies from './replies.server.ts'
import topics from './topics.server.ts'

export default [...topics, ...pins, ...likes, ...replies]
