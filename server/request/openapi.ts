import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ErrorBody } from '../../contract/problem.ts'
import type { Handler } from './endpoint.ts'

const schema = (shape: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}

/** Generates the OpenAPI document from the contracts. */
export function openApi(handlers: Pick<Handler, 'endpoint' | 'upload' | 'answersHead'>[], title: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const handler of handlers) {
    const path = handler.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][handler.endpoint.method.toLowerCase()] = operation(handler)
    if (handler.answersHead) paths[path].head = { ...operation(handler), summary: 'The same without the body' }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      schemas: { Error: schema(ErrorBody, 'output') },
    },
  }
}

function operation({ endpoint, upload }: Pick<Handler, 'endpoint' | 'upload'>) {
  const also = Object.entries(endpoint.files.also ?? {}).map(([status, description]) => [status, { description }])
  return {
    summary: endpoint.summary,
    security: endpoint.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint, upload),
    responses: {
      [endpoint.status]: success(endpoint),
      ...Object.fromEntries(also),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

const inBytes = (count: number) => (count < 2 ** 20 ? `${count / 2 ** 10} KiB` : `${count / 2 ** 20} MiB`)

function requestBody(endpoint: Endpoint, upload: Handler['upload']) {
  if (endpoint.files.takes)
    return {
      requestBody: {
        description: `The file itself, of at most ${inBytes(upload?.maxBytes ?? 0)}`,
        required: true,
        content: asFiles(endpoint.files.takes),
      },
    }
  const body = schema(endpoint.body, 'input') as { properties?: object }
  const hasBody = endpoint.method !== 'GET' && Object.keys(body.properties ?? {}).length > 0
  return hasBody ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}
}

function success({ files, reply }: Endpoint) {
  if (files.sends) return { description: 'Success', content: asFiles(files.sends) }
  if (reply instanceof z.ZodNull) return { description: 'Done' }
  return { description: 'Success', content: { 'application/json': { schema: schema(reply, 'output') } } }
}

/** Raw bytes: OpenAPI 3.1 describes them by a media type without a schema. */
const asFiles = (types: readonly string[]) => Object.fromEntries(types.map(type => [type, {}]))

function parameters(shape: z.ZodType, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schema(shape, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}
