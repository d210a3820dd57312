import type pg from 'pg'
import type { Rows, Statement } from './read-query.ts'

const asText = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig

/** The alternative to readPipeline for DATABASE_PIPELINE=off: one connection per read, and only the public API of the driver. */
export const readAlone =
  (client: () => Promise<pg.PoolClient>) =>
  async (statements: Statement[]): Promise<Rows> => {
    const connection = await client()
    const rows: Rows = []
    try {
      await connection.query('begin')
      for (const { name, text, values } of statements) {
        const result = await connection.query({ name, text, values, types: asText, rowMode: 'array' })
        rows.push(result.rows)
      }
      await connection.query('commit')
      connection.release()
      return rows
    } catch (error) {
      await connection.query('rollback').then(
        () => connection.release(),
        lost => connection.release(lost),
      )
      throw error
    }
  }
