import type { StoredFiles } from '../../server/files/stored-files.ts'
import { pictureFiles } from './contract.ts'

export const pictures: StoredFiles = { table: 'profiles', column: 'avatar_url', namesOf: pictureFiles }
