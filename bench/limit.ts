import { createServer } from 'node:http'
import pg from 'pg'
import './leave-with-parent.ts'

/** The limit: what this machine can do with the same SQL and nothing around it. Takes its statements from its parent. */
type Statement = { sql: string; isOneRow?: boolean }

process.once('message', ({ url, statements }: { url: string; statements: Statement[] }) => {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://limit')
    const index = Number(asked.pathname.slice(1))
    const statement = statements[index] as Statement
    const values = JSON.parse(asked.searchParams.get('values') ?? '[]') as unknown[]
    const { rows } = await pool.query({ name: `s${index}`, text: statement.sql, values })
    const text = JSON.stringify(statement.isOneRow ? rows[0] : rows)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
})
