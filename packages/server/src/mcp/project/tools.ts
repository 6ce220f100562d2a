import * as contract from '@platform/contract'
import { capabilityOf, type Capability, type OperationDefinition } from '@platform/contract'
import { nextPageToken } from '@platform/kernel/http/paginate'
import { invalidInput } from '@platform/kernel/problems/problem'
import { z } from 'zod'
import { type ToolOutcome, mostResultChars, pageOfResults, shortened } from '../call-tool.ts'
import type { ListedTool } from '../protocol.ts'
import type { ToolSchema } from '../tool-schema.ts'
import { plainLabel } from '../tool-schema.ts'
import { briefInstallation, explainInstallation, statusOfProject } from './explain.ts'

/** Carries out an operation of the project. */
export type Perform = (
  operation: OperationDefinition,
  sent?: {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: unknown
  },
) => Promise<unknown>

/** A tool for builders' agents: an operation of the contract, or several. */
export interface ProjectTool {
  name: string
  title: string
  description: string
  /** What the caller needs. */
  capabilities: readonly Capability[]
  inputSchema: ToolSchema
  changes: boolean
  isDestructive: boolean
  call(perform: Perform, input: Record<string, unknown>): Promise<ToolOutcome>
}

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
  /** What of a reply, or of each item of a list, is shown. */
  show?: (reply: any) => unknown
}

function operationTool({
  operation,
  takes = [],
  fixed = {},
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
    ...(isPaged && { cursor: Cursor }),
  })
  const capability = capabilityOf(operation)
  if (!capability) throw new Error(`${operation.id} is not for agents.`)
  // A preview changes nothing, whatever its method.
  const previews = operation.asksWith !== undefined && operation.asksWith in (fixed.query ?? {})
  return {
    ...about,
    capabilities: [capability],
    inputSchema: jsonSchemaOf(schema),
    changes: operation.method !== 'GET' && !previews && !isReading(operation),
    isDestructive: about.isDestructive ?? false,
    async call(perform, input) {
      mustBeKnown(input, schema)
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
        else sent[place][name] = textOf(name, value)
      }
      if (input['cursor'] !== undefined) sent.query['pageToken'] = textOf('cursor', input['cursor'])
      const { params, query, body } = sent
      const reply = await perform(operation, { params, query, ...(operation.body && { body }) })
      if (!Array.isArray(reply)) return fitted(asData(show(reply)))
      const next = nextPageToken(reply)
      return fitted({ items: reply.map(show), ...(next !== undefined && { nextCursor: next }) })
    },
  }
}

const Cursor = z
  .string()
  .max(1000)
  .optional()
  .describe('`nextCursor` of the previous result, for the next page.')

/** Operations that look something up, with a body. */
const isReading = ({ id }: OperationDefinition) => id === 'searchRecords' || id === 'previewMapping'

const asData = (reply: unknown): Record<string, unknown> =>
  typeof reply === 'object' && reply !== null && !Array.isArray(reply)
    ? (reply as Record<string, unknown>)
    : { done: true }

const textOf = (name: string, value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw invalidInput({ in: 'body', name, detail: 'It must be a string.' })
}

function jsonSchemaOf(schema: z.ZodObject): ToolSchema {
  const { $schema: _schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return rest as ToolSchema
}

function mustBeKnown(input: Record<string, unknown>, { shape }: z.ZodObject): void {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(shape, name))
  if (unknown.length === 0) return
  throw invalidInput(
    ...unknown.slice(0, 20).map((name) => ({
      in: 'body' as const,
      name: name.slice(0, 100),
      detail: `The tool has no such argument. Its arguments are: ${Object.keys(shape).join(', ') || 'none'}.`,
    })),
  )
}

/** Shortens long values, and drops items that do not fit into the context of a model. */
function fitted(data: Record<string, unknown>): ToolOutcome {
  const short = JSON.parse(JSON.stringify(data), shortened) as Record<string, unknown>
  const text = JSON.stringify(short)
  if (text.length <= mostResultChars) return { data: short, isError: false }
  const items = short['items']
  if (!Array.isArray(items) || items.length < 2) {
    const start = text.slice(0, mostResultChars)
    return { data: { truncated: true, startOfJson: start }, isError: false }
  }
  const half = items.slice(0, Math.ceil(items.length / 2))
  const remedy = 'Not all results fit. Narrow them down by the arguments.'
  return fitted({ ...short, items: half, truncated: true, remedy })
}

/** A tool of several operations. */
function composedTool(
  tool: Omit<ProjectTool, 'inputSchema' | 'changes' | 'isDestructive' | 'call'> & {
    input: z.ZodObject
    run: (perform: Perform, input: Record<string, string>) => Promise<Record<string, unknown>>
  },
): ProjectTool {
  const { input: schema, run, ...about } = tool
  return {
    ...about,
    inputSchema: jsonSchemaOf(schema),
    changes: false,
    isDestructive: false,
    async call(perform, input) {
      mustBeKnown(input, schema)
      const { data, error } = schema.safeParse(input)
      if (!data) {
        throw invalidInput(
          ...error.issues.map(({ path, message }) => ({
            in: 'body' as const,
            name: path.join('.'),
            detail: message,
          })),
        )
      }
      return fitted(await run(perform, data as Record<string, string>))
    },
  }
}

const ofInstallation = ['integrationId', 'installationId'] as const
const ofLogs = ['groupRef', 'installationId', 'from', 'to'] as const

const briefIntegration = ({ id, name, provider, latestRevision }: contract.Integration) => ({
  id,
  name,
  provider,
  latestRevisionId: latestRevision.id,
  deployed: latestRevision.createTime,
})

/** Every tool for builders' agents. A caller is shown those that its capabilities allow. */
export const projectTools: readonly ProjectTool[] = [
  composedTool({
    name: 'get_status',
    title: 'Project status',
    description:
      'Returns the integrations, the installations and destinations that are not healthy, and failed deliveries of the last day. Start here.',
    capabilities: ['read', 'observe'],
    input: z.strictObject({}),
    run: (perform) => statusOfProject(perform),
  }),
  composedTool({
    name: 'explain_installation',
    title: 'Explain an installation',
    description:
      'Explains the health of an installation: reasons and remedies, per object, and the latest errors in its log.',
    capabilities: ['read', 'observe'],
    input: z.strictObject({
      installationId: z.string().max(255).describe('ID of the installation (inst_…).'),
    }),
    run: (perform, { installationId = '' }) => explainInstallation(perform, installationId),
  }),
  operationTool({
    name: 'find',
    title: 'Find by ID or name',
    description:
      'Finds customers, installations, connections, operations, deliveries and other resources by an ID, a reference or a part of a name.',
    operation: contract.find,
    takes: ['text'],
  }),
  operationTool({
    name: 'list_integrations',
    title: 'List integrations',
    description: 'Lists the integrations of the project. `get_integration` returns a definition.',
    operation: contract.listIntegrations,
    fixed: { query: { brief: 'true' } },
    show: briefIntegration,
  }),
  operationTool({
    name: 'get_integration',
    title: 'Get an integration',
    description: 'Returns an integration with its definition in platform.yaml, as JSON.',
    operation: contract.getIntegration,
    takes: ['integrationIdOrName'],
  }),
  operationTool({
    name: 'list_revisions',
    title: 'List revisions',
    description: 'Lists the deployed revisions of an integration, newest first.',
    operation: contract.listRevisions,
    takes: ['integrationId'],
    show: ({ id, specVersion, createTime }: contract.Revision) => ({ id, specVersion, createTime }),
  }),
  operationTool({
    name: 'compare_revisions',
    title: 'Compare revisions',
    description: 'Returns the differences between a revision and another or the latest.',
    operation: contract.compareRevisions,
    takes: ['integrationId', 'revisionId', 'with'],
  }),
  operationTool({
    name: 'list_installations',
    title: 'List installations',
    description: 'Lists installations with their customer and health.',
    operation: contract.listInstallationsForProject,
    takes: ['groupRef'],
    show: briefInstallation,
  }),
  operationTool({
    name: 'get_installation',
    title: 'Get an installation',
    description: 'Returns an installation with its configuration and the state of its objects.',
    operation: contract.getInstallation,
    takes: ofInstallation,
  }),
  {
    ...operationTool({
      name: 'describe_object',
      title: 'Describe an object',
      description:
        'Lists the fields that an object has in the account of a customer, with labels and types. No records.',
      operation: contract.getObjectMetadataForInstallation,
      takes: ['integrationId', 'objectName', 'groupRef'],
    }),
    ...describeObject(),
  },
  operationTool({
    name: 'search_logs',
    title: 'Search logs',
    description: 'Returns log entries of operations, newest first.',
    operation: contract.listLogs,
    takes: [...ofLogs, 'operationId', 'severity'],
  }),
  operationTool({
    name: 'list_operations',
    title: 'List operations',
    description: 'Lists reads and writes with their status, newest first.',
    operation: contract.listOperationsForProject,
    takes: [...ofLogs, 'actionType', 'status'],
  }),
  operationTool({
    name: 'get_operation',
    title: 'Get an operation',
    description: 'Returns a read or write with its status and progress.',
    operation: contract.getOperation,
    takes: ['operationId'],
  }),
  operationTool({
    name: 'list_destinations',
    title: 'List destinations',
    description: 'Lists destinations with their type and health.',
    operation: contract.listDestinations,
    show: ({ id, name, type, status, health, lastDay }: contract.Destination) => ({
      ...{ id, name, type, status, health, lastDay },
    }),
  }),
  operationTool({
    name: 'list_deliveries',
    title: 'List deliveries',
    description: 'Lists deliveries of messages with their status and last error, newest first.',
    operation: contract.listDeliveries,
    takes: ['status', 'destinationId', 'groupRef', 'installationId', 'operationId', 'from', 'to'],
  }),
  operationTool({
    name: 'list_attempts',
    title: 'List attempts of a delivery',
    description: 'Lists the attempts of a delivery with the responses of the receiver.',
    operation: contract.listAttempts,
    takes: ['deliveryId'],
  }),
  operationTool({
    name: 'dry_run_manifest',
    title: 'Dry-run platform.yaml',
    description:
      'Validates a platform.yaml and returns what its deployment would change, and for which customers. Changes nothing.',
    operation: contract.batchUpsertIntegrations,
    takes: ['sourceYaml'],
    fixed: { query: { validateOnly: 'true' } },
  }),
  operationTool({
    name: 'deploy_manifest',
    title: 'Deploy platform.yaml',
    description:
      'Deploys a platform.yaml for all customers. Integrations that are not in it stay unchanged. Call `dry_run_manifest` first.',
    operation: contract.batchUpsertIntegrations,
    takes: ['sourceYaml'],
    isDestructive: true,
    show: ({ id, name, change, latestRevision }) => ({
      ...{ id, name, change },
      latestRevisionId: latestRevision.id,
    }),
  }),
  operationTool({
    name: 'roll_back_integration',
    title: 'Roll back an integration',
    description: 'Deploys an earlier revision of an integration again.',
    operation: contract.rollBackRevision,
    takes: ['integrationId', 'revisionId'],
    isDestructive: true,
    show: briefIntegration,
  }),
  operationTool({
    name: 'start_read',
    title: 'Start a read',
    description:
      'Starts a read of an object for a customer. Without `sinceTimestamp`, reads all records.',
    operation: contract.triggerRead,
    takes: ['integrationId', 'objectName', 'groupRef', 'sinceTimestamp'],
  }),
  operationTool({
    name: 'pause_installation',
    title: 'Pause an installation',
    description: 'Pauses the reads of all objects of an installation, or of the listed ones.',
    operation: contract.pauseInstallation,
    takes: [...ofInstallation, 'objects', 'note'],
    isDestructive: true,
  }),
  operationTool({
    name: 'resume_installation',
    title: 'Resume an installation',
    description: 'Resumes paused reads and reads the missed changes.',
    operation: contract.unpauseInstallation,
    takes: [...ofInstallation, 'objects', 'note'],
  }),
  operationTool({
    name: 'retry_delivery',
    title: 'Retry a delivery',
    description: 'Sends a failed delivery again.',
    operation: contract.retryDelivery,
    takes: ['deliveryId'],
  }),
  operationTool({
    name: 'sample_records',
    title: 'Sample records',
    description: 'Returns up to three records of a customer’s account, with the given fields.',
    operation: contract.sampleRecords,
    takes: ['integrationId', 'objectName', 'groupRef', 'fieldNames'],
  }),
  operationTool({
    name: 'search_records',
    title: 'Search records',
    description: 'Searches the records of a customer’s account by the values of fields.',
    operation: contract.searchRecords,
    takes: ['integrationId', 'groupRef', 'objectName', 'fieldFilters'],
  }),
  operationTool({
    name: 'preview_mapping',
    title: 'Preview a mapping',
    description:
      'Returns one record of a customer as it is received now, and as it would be with a changed platform.yaml.',
    operation: contract.previewMapping,
    takes: [...ofInstallation, 'objectName', 'sourceYaml'],
  }),
]

/** Lists fields page by page: accounts have hundreds. */
function describeObject(): Pick<ProjectTool, 'call' | 'inputSchema'> {
  const schema = z.strictObject({
    integrationId: z.string().describe('ID or name of the integration.'),
    objectName: z.string().describe('Provider object name, such as `Contact`.'),
    groupRef: z.string().describe('Your reference for the customer.'),
    cursor: Cursor,
  })
  return {
    inputSchema: jsonSchemaOf(schema),
    async call(perform, input) {
      mustBeKnown(input, schema)
      const { integrationId = '', objectName = '', groupRef = '', cursor = '0' } = input
      const metadata = contract.ObjectMetadata.parse(
        await perform(contract.getObjectMetadataForInstallation, {
          params: { integrationId: String(integrationId), objectName: String(objectName) },
          query: { groupRef: String(groupRef) },
        }),
      )
      const fields = Object.entries(metadata.fields).map(([name, field]) => ({
        name,
        label: plainLabel(field.displayName),
        type: field.valueType ?? 'other',
        ...(field.isRequired && { isRequired: true }),
        ...(field.readOnly && { isReadOnly: true }),
      }))
      const from = /^\d{1,6}$/.test(String(cursor)) ? Number(cursor) : 0
      return pageOfResults('fields', fields, { limit: 100, from })
    },
  }
}

export const listedProjectTool = (tool: ProjectTool): ListedTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema,
  annotations: {
    readOnlyHint: !tool.changes,
    destructiveHint: tool.isDestructive,
    idempotentHint: !tool.changes,
    openWorldHint: true,
  },
})
