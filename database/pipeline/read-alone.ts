import type pg from 'pg'
import type { Rows, Statement } from './read-query.ts'

const asText = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig

/** What readPipeline does, in a transaction on a connection of its own and with nothing but the driver's public calls (DATABASE_PIPELINE=off). */
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
