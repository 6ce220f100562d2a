import {
  ProviderError,
  type CustomFieldWriter,
  type FieldDefinitions,
  type FieldIssue,
  type ProviderClient,
  type UpsertFieldsRequest,
  type UpsertFieldsResult,
} from '@platform/connector'
import type {
  ConnectionId,
  OperationId,
  ProjectId,
  UpsertMetadataResponse,
} from '@platform/contract'
import { TooManyCallsError } from '@platform/connections/provider/budgets/too-many-calls'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import {
  getCausingCall,
  callInWords,
  findCall,
  logCall,
  attachProviderCall,
  type ProviderCall,
} from '@platform/connections/provider/call/provider-call'
import { forBuilder, tooManyCalls } from '@platform/connections/provider/call/refusal-problem'
import type { Database, Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { findApprovedObjects } from '@platform/installations/installations/approved-objects'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { mustHaveRoom } from '@platform/tenancy/projects/stored-bytes'
import type { Services } from '@platform/kernel/services'
import { endOperation } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import { insertOperation, setProgress } from '@platform/installations/operations/operations'
import { saveCustomFields } from './custom-field-store.ts'
import { withFieldLease } from './field-leases.ts'
import { listLeaseAccounts } from './lease-accounts.ts'
import { findBlockRemedy, formatCounted, getFirst, getNow } from '@platform/kernel/values'

/** Fields to create or update, and their account. */
export interface FieldsWanted {
  projectId: ProjectId
  connectionId: ConnectionId
  /** Installation whose operations show the progress. */
  installation?: InstallationRow
  fields: FieldDefinitions
  dryRun: boolean
}

/**
 * Validates the definitions as far as possible without the provider.
 * @throws Problem `invalid-input` with every invalid definition; `permission-missing` if a person
 *   approves writes of the object
 */
export async function checkFields(
  services: Services,
  db: Db,
  { connectionId, fields }: FieldsWanted,
): Promise<void> {
  const provider = await openProvider(services, db, connectionId)
  const issues = requireWriter(provider).check(fields)
  if (issues.length > 0) throw invalidInput(...issues.map(inBody(fields)))
  const keys = new Set(Object.keys(fields).map((name) => keyOfObject(provider, name)))
  const approvedObjects = await findApprovedObjects(db, connectionId)
  const approved = approvedObjects.find((name) => keys.has(keyOfObject(provider, name)))
  if (approved === undefined) return
  throw new Problem('permission-missing', {
    detail: `Writes of ${approved} wait for the approval of a person, so its fields cannot be changed.`,
    remedy: `Ask the customer to create the fields, or deploy the integration without \`approval: person\` for ${approved} while you create them.`,
  })
}

/**
 * Creates the operation that reports the progress; returns undefined if no installation would show
 * it.
 * @throws Problem `limit-reached` if the stored size of the fields exceeds a limit
 */
export async function startUpsert(
  { tenantLimits }: Services,
  tx: Db,
  { projectId, fields, dryRun }: FieldsWanted,
  { installation, by }: { installation: InstallationRow | undefined; by: string },
): Promise<OperationId | undefined> {
  if (dryRun) return undefined
  await mustHaveRoom(tx, tenantLimits, projectId)
  if (!installation) return undefined
  const { integrationId, configId, id: installationId } = installation
  const id = newId('op')
  const objectNames = Object.keys(fields)
  await insertOperation(tx, {
    id,
    projectId,
    integrationId,
    installationId,
    configId,
    actionType: 'customFields',
    objectName: getFirst(objectNames),
    objectNames,
    readType: null,
    status: 'in_progress',
    createdBy: by,
  })
  return id
}

/**
 * Creates or updates the fields. The operation shows each step while it runs. The steps are no
 * transaction: after a crash, repeating the request completes them.
 * @throws Problem if the provider applied nothing
 */
export async function upsertFields(
  services: Services,
  { database, db }: { database: Database; db: Db },
  { projectId, connectionId, fields, dryRun }: FieldsWanted,
  operationId: OperationId | undefined,
): Promise<UpsertMetadataResponse> {
  const provider = await openProvider(services, db, connectionId)
  const upsert = (watching: Watching = {}, client = provider.client) =>
    applyDefinitions({ ...provider, client }, requireWriter(provider), {
      ...{ fields, dryRun, ...watching },
    })
  if (dryRun) return toReply(await upsert())

  const accounts = await listLeaseAccounts(services, provider)
  const objectNames = Object.keys(fields).map((name) => keyOfObject(provider, name))
  /** Existing values are read and written back together with the new ones. */
  const upsertAlone: typeof upsert = (watching) =>
    withFieldLease(database, { projectId, accounts, objectNames }, (mustHold) =>
      upsert(watching, checkBeforeChanges(provider.client, mustHold)),
    )
  const outcome = await (operationId
    ? withOperation(db, provider, { id: operationId, projectId }, upsertAlone)
    : upsertAlone())
  await saveCustomFields(db, { projectId, connectionId, operationId }, everyField(fields, outcome))
  return { ...toReply(outcome), ...(operationId && { operationId }) }
}

/** Returns a client that checks something before each request that may change the account. */
const checkBeforeChanges = (
  client: ProviderClient,
  check: () => Promise<void>,
): ProviderClient => ({
  async request(request) {
    if (request.method !== undefined && request.method !== 'GET') await check()
    return client.request(request)
  },
  get metadata() {
    return client.metadata
  },
  ...(client.connectionId !== undefined && { connectionId: client.connectionId }),
})

function requireWriter({ entry }: OpenProvider): CustomFieldWriter {
  if (entry.connector?.customFields) return entry.connector.customFields
  throw new Problem('provider-not-supported', {
    detail: `Creating custom fields of ${getProviderTitle(entry)} is not supported.`,
    remedy: 'See `GET /v1/providers` for what each provider can do.',
  })
}

/** Returns the same text for every spelling of an object. */
const keyOfObject = ({ entry }: OpenProvider, objectName: string) =>
  entry.connector?.customFields?.keyOfObject(objectName) ?? objectName

const getProviderTitle = ({ info }: OpenProvider['entry']) => info.displayName ?? info.name

const inBody = (fields: FieldDefinitions) => (issue: FieldIssue) => {
  const { objectName, index, path, message } = issue
  const place = index === undefined ? '' : `[${index}]`
  return {
    in: 'body' as const,
    name: `fields.${objectName}${place}${path === undefined ? '' : `.${path}`}`,
    value: findOption(index === undefined ? undefined : fields[objectName]?.[index], path),
    detail: message,
  }
}

const findOption = (definition: unknown, path: string | undefined): unknown =>
  path
    ?.split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key)
          ? Object.entries(at).find(([name]) => name === key)?.[1]
          : undefined,
      definition,
    )

/** Returns what the provider did; throws a problem if it rejected everything. */
async function applyDefinitions(
  { entry, client }: OpenProvider,
  customFields: CustomFieldWriter,
  request: UpsertFieldsRequest,
): Promise<UpsertFieldsResult> {
  let result: UpsertFieldsResult
  try {
    result = await customFields.upsert(client, request)
  } catch (error) {
    if (error instanceof ProviderError) throw toRejection(getProviderTitle(entry), [error])
    throw error
  }
  const outcomes = Object.values(result.fields).flatMap((byName) => Object.values(byName))
  const errors = outcomes.flatMap(({ error }) => error ?? [])
  if (errors.length > 0 && errors.length === outcomes.length)
    throw toRejection(getProviderTitle(entry), errors)
  return result
}

/** The first rejection determines the problem type; every distinct one is listed. */
function toRejection(provider: string, errors: readonly ProviderError[]): Problem {
  const [first] = errors as readonly [ProviderError, ...ProviderError[]]
  if (first instanceof TooManyCallsError) return tooManyCalls(first)
  const causes = [...new Set(errors.map(({ message }) => message))]
  const details = { causes, cause: first }
  if (first.isBuildersToMend) return forBuilder(first, details)
  const remedy = findBlockRemedy(first.message)
  switch (first.failure) {
    case 'credentials':
      return new Problem('sign-in-again', {
        ...details,
        detail: `${provider} no longer accepts the credentials of the connection.`,
        ...(remedy && { remedy }),
      })
    case 'permission':
      return new Problem('provider-permission-missing', {
        ...details,
        detail: `The connected user is not allowed to change fields of ${provider}.`,
      })
    case 'unavailable':
    case 'rate-limit':
      return new Problem('provider-unavailable', {
        ...details,
        detail: `${first.failure === 'rate-limit' ? `${provider} allows no more calls at the moment: ${getFirst(causes).replace(/\.$/, '')}` : `${provider} did not respond`}. Completed changes are kept; repeat the request for the rest.`,
        ...(first.retryAfterMs !== undefined && {
          retryAfter: getNow(first.retryAfterMs),
        }),
      })
    default:
      return new Problem('fields-refused', {
        ...details,
        detail: `${provider} rejected the fields: ${getFirst(causes).replace(/\.$/, '')}.`,
        remedy: 'Fix the definitions listed in `causes` and repeat the request.',
      })
  }
}

type Watching = Pick<UpsertFieldsRequest, 'onProgress' | 'onRefusal' | 'inStep'>

/** Fields are requested once; callers may repeat the request. */
const attempt = 1

/** Logs each step with its call in the operation, and ends the operation whatever the outcome. */
async function withOperation(
  db: Db,
  { lastCall, inStep }: OpenProvider,
  { id, projectId }: { id: OperationId; projectId: ProjectId },
  upsert: (watching: Watching) => Promise<UpsertFieldsResult>,
): Promise<UpsertFieldsResult> {
  const log = (
    severity: 'info' | 'warning' | 'error',
    msg: string,
    { call, error }: { call?: ProviderCall | undefined; error?: string } = {},
  ) =>
    logOperation(db, {
      projectId,
      operationId: id,
      severity,
      msg: msg.slice(0, 2000),
      ...(error !== undefined && { error: error.slice(0, 2000) }),
      call: call && logCall(call, attempt),
    })
  try {
    const result = await upsert({
      inStep,
      async onProgress({ done, total, message }) {
        const call = lastCall()
        await setProgress(db, id, { done, total })
        await log('info', message, { call })
      },
      onRefusal(error) {
        const call = lastCall()
        if (call && !getCausingCall(error)) attachProviderCall(error, call)
      },
    })
    for (const [objectName, byName] of Object.entries(result.fields)) {
      for (const { fieldName, error } of Object.values(byName)) {
        if (!error) continue
        const call = getCausingCall(error)
        const at = callInWords(call, attempt)
        await log('error', `${objectName}.${fieldName} was refused (${at}); ${asItWas}.`, {
          call,
          error: error.message,
        })
      }
    }
    const words = summary(result)
    await log(result.success ? 'info' : 'warning', words)
    await endOperation(
      db,
      { id, fence: 0 },
      {
        status: result.success ? 'success' : 'failure',
        result: words,
      },
    )
    return result
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const { cause } = error instanceof Problem ? error : { cause: error }
    const call = findCall(cause, { lastCall })
    await log('error', `Changing fields failed (${callInWords(call, attempt)}); ${whatNext}.`, {
      call,
      error: words,
    })
    await endOperation(db, { id, fence: 0 }, { status: 'failure', result: words.slice(0, 1000) })
    throw error
  }
}

const asItWas = 'nothing was changed; repeat the request'
const whatNext = 'completed changes are kept; repeat the request for the rest'

function summary({ fields }: UpsertFieldsResult): string {
  const outcomes = Object.values(fields).flatMap((byName) => Object.values(byName))
  const refused = outcomes.filter(({ error }) => error).length
  const count = (action: string) =>
    outcomes.filter((outcome) => outcome.action === action && !outcome.error).length
  return `Created ${formatCounted(count('create'), 'field')}, updated ${count('update')}, unchanged ${count('none')}${refused > 0 ? `, rejected ${refused}` : ''}.`
}

const everyField = (definitions: FieldDefinitions, { fields }: UpsertFieldsResult) =>
  Object.entries(definitions).flatMap(([objectName, list]) =>
    list.flatMap((definition) => {
      const outcome = fields[objectName]?.[definition.fieldName]
      return outcome ? [{ objectName, definition, outcome }] : []
    }),
  )

/** The reason of a rejected field is repeated in its warnings for older clients. */
const toReply = ({ success, fields }: UpsertFieldsResult): UpsertMetadataResponse => ({
  success,
  fields: Object.fromEntries(
    Object.entries(fields).map(([objectName, byName]) => [
      objectName,
      Object.fromEntries(
        Object.entries(byName).map(([name, { fieldName, action, metadata, warnings, error }]) => {
          const words = [...(warnings ?? []), ...(error ? [error.message] : [])]
          return [
            name,
            {
              fieldName,
              action: error ? 'none' : action,
              ...(metadata && { metadata }),
              ...(words.length > 0 && { warnings: words }),
              ...(error && { error: error.message }),
            },
          ]
        }),
      ),
    ]),
  ),
})
