import type { StoredFiles } from '../../server/files/stored-files.ts'

export const storedAs = (key: string) => `resources/${key}`

export const uploads: StoredFiles = { table: 'resource_files', column: 'key', namesOf: key => [storedAs(key)] }
