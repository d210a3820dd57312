import { createRequire } from 'node:module'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { newClient } from '../../database/connection/client.ts'

// database/pipeline/ relies on private parts of the driver. When an update changes them, set DATABASE_PIPELINE=off until it is adapted.
const functions = (object: object, names: string[]) =>
  names.map(name => [name, typeof (object as Record<string, unknown>)[name]])
const all = (names: string[], type: string) => names.map(name => [name, type])

test('the private parts of the driver that the pipeline uses exist', async () => {
  const client = newClient({ connectionString: inject('adminUrl'), pipeline: true } as pg.ClientConfig)
  await client.connect()
  const { connection } = client as unknown as { connection: { stream: object } }
  const sends = ['parse', 'bind', 'execute', 'sync']
  expect(functions(connection, sends)).toEqual(all(sends, 'function'))
  const kept = ['parsedStatements', 'submittedNamedStatements']
  expect(functions(connection, kept)).toEqual(all(kept, 'object'))
  const socket = ['cork', 'uncork', 'setTimeout', 'destroy']
  expect(functions(connection.stream, socket)).toEqual(all(socket, 'function'))
  await client.query({ name: 'known', text: 'select $1::integer', values: [1] })
  expect(connection).toHaveProperty('parsedStatements.known', 'select $1::integer')
  await client.end()
})

test('the client calls these handlers of a query', () => {
  const handlers = ['handleDataRow', 'handleCommandComplete', 'handleReadyForQuery', 'handleError', 'submit']
  expect(functions(pg.Query.prototype, handlers)).toEqual(all(handlers, 'function'))
})

test('the driver exports its conversion of values', () => {
  const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js')
  expect([prepareValue(7), prepareValue(['a', null]), prepareValue(null)]).toEqual(['7', '{"a",NULL}', null])
})
