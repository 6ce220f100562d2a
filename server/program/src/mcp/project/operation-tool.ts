import { getRequiredCapability, type OperationDefinition } from '@platform/contract'
import { nextPageToken } from '@platform/kernel/http/paginate'
import { invalidInput } from '@platform/kernel/problems/problem'
import { z } from 'zod'
import {
  shortenOutcome,
  makeJsonSchema,
  mustBeKnownArguments,
  PageCursor,
  type ProjectTool,
} from './project-tool.ts'

/** Items of a page, which fit into the context of a model. */
const itemsPerPage = 25

interface OperationTool {
  name: string
  title: string
  description: string
  operation: OperationDefinition
  /** Inputs of the operation that the tool has; those that it requires first. */
  takes?: readonly string[]
  fixed?: { query?: Record<string, string>; body?: Record<string, unknown> }
  isDestructive?: true
  /** Inputs of the tool that are no inputs of the operation, for `show`. */
  options?: Readonly<Record<string, z.ZodType>>
  /** What of a reply, or of each item of a list, is shown. */
  show?: (reply: any, input: Record<string, unknown>) => unknown
}

/** A tool of one operation. */
export function operationTool({
  operation,
  takes = [],
  fixed = {},
  options = {},
  show = (reply) => reply,
  ...about
}: OperationTool): ProjectTool {
  const places = {
    params: operation.params?.shape ?? {},
    query: operation.query?.shape ?? {},
    body: ((operation.body as z.ZodObject | undefined)?.shape ?? {}) as Record<string, z.ZodType>,
  }
  const isPaged = 'pageToken' in places.query
  const inputs = Object.fromEntries(
    takes.map((name) => {
      const place = (['params', 'query', 'body'] as const).find((one) => name in places[one])
      if (!place) throw new Error(`${operation.id} has no input ${name}.`)
      return [name, { place, schema: places[place][name] as z.ZodType }]
    }),
  )
  const schema = z.strictObject({
    ...Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, one.schema])),
    ...options,
    ...(isPaged && { cursor: PageCursor }),
  })
  const capability = getRequiredCapability(operation)
  if (!capability) throw new Error(`${operation.id} is not for agents.`)
  // A preview changes nothing, whatever its method.
  const previews = operation.asksWith !== undefined && operation.asksWith in (fixed.query ?? {})
  return {
    ...about,
    capabilities: [capability],
    inputSchema: makeJsonSchema(schema),
    changes: operation.method !== 'GET' && !previews && !isReading(operation),
    isDestructive: about.isDestructive ?? false,
    async call(perform, input) {
      mustBeKnownArguments(input, schema)
      const sent = {
        params: {} as Record<string, string>,
        query: {
          ...fixed.query,
          ...(isPaged && { pageSize: String(itemsPerPage) }),
        } as Record<string, string>,
        body: { ...fixed.body } as Record<string, unknown>,
      }
      for (const [name, { place }] of Object.entries(inputs)) {
        const value = input[name]
        if (value === undefined) continue
        if (place === 'body') sent.body[name] = value
        else sent[place][name] = readText(name, value)
      }
      if (input['cursor'] !== undefined)
        sent.query['pageToken'] = readText('cursor', input['cursor'])
      const { params, query, body } = sent
      const reply = await perform(operation, { params, query, ...(operation.body && { body }) })
      if (!Array.isArray(reply)) return shortenOutcome(asData(show(reply, input)))
      const next = nextPageToken(reply)
      return shortenOutcome({
        items: reply.map((item) => show(item, input)),
        ...(next !== undefined && { nextCursor: next }),
      })
    },
  }
}

/** Operations that look something up, with a body. */
const isReading = ({ id }: OperationDefinition) => id === 'searchRecords' || id === 'previewMapping'

const asData = (reply: unknown): Record<string, unknown> =>
  typeof reply === 'object' && reply !== null && !Array.isArray(reply)
    ? (reply as Record<string, unknown>)
    : { done: true }

const readText = (name: string, value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw invalidInput({ in: 'body', name, detail: 'It must be a string.' })
}

/** Inputs that name an installation. */
export const ofInstallation = ['integrationId', 'installationId'] as const
