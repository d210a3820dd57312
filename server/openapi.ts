import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { ErrorBody } from '../contract/problem.ts'

const schema = (shape: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}

/** The API described from the contracts themselves, so that the description cannot drift. */
export function openApi(endpoints: Endpoint[], title: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operation(endpoint)
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

function operation(endpoint: Endpoint) {
  const body = schema(endpoint.body, 'input') as { properties?: object }
  const hasBody = endpoint.method !== 'GET' && Object.keys(body.properties ?? {}).length > 0
  const success =
    endpoint.reply instanceof z.ZodNull
      ? { description: 'Done' }
      : { description: 'Success', content: { 'application/json': { schema: schema(endpoint.reply, 'output') } } }
  return {
    summary: endpoint.summary,
    security: endpoint.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(hasBody ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      [endpoint.status]: success,
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function parameters(shape: z.ZodType, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schema(shape, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}
