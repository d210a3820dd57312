/** The files that a slice stores: a table and a column that refers to them, and the names in the file store for a value of that column. */
export type StoredFiles = { table: string; column: string; namesOf: (value: string) => string[] }
