import comments from './comments.server.ts'
import list from './list.server.ts'
import requests from './requests.server.ts'

export default [...list, ...requests, ...comments]
