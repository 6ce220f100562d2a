import { once } from 'node:events'
import { createServer } from 'node:http'
import { overlayCatalogue } from '@platform/connectors'
import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { openapiDocument } from '@platform/contract/openapi'
import { salesforceAt, sandboxApps, sandboxControl, startSandbox } from '@platform/sandbox'
import {
  schemesAt,
  standInProvider,
} from '../../../server/connections/src/connections/testing/stand-in-provider.ts'
import { watchProcesses } from '@platform/kernel/jobs/processes'
import { pino } from 'pino'
import { givenAgentRequest } from '@platform/tenancy/agents/provocations'
import { givenTenant, publicUrl, testApi } from './test-api.ts'
import { testDatabase } from './test-database.ts'
import { getPort } from '@platform/kernel/values'

export type World = Awaited<ReturnType<typeof givenWorld>>
export type WorldReply = Awaited<ReturnType<World['send']>>

export interface WorldRequest {
  /** Path parameters; those omitted name existing resources. */
  params?: Record<string, string>
  query?: Record<string, string>
  /** Default: a body that the contract accepts. */
  body?: unknown
  headers?: Record<string, string>
  /** Default: the owner. */
  as?: { token?: string; apiKey?: string }
}

/** Every operation of the contract. */
export const operations = Object.values<unknown>(contract).filter(
  (value): value is OperationDefinition =>
    typeof value === 'object' && value !== null && 'callers' in value && 'path' in value,
)

export const worldManifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: LastName
          optionalFields:
            - fieldName: Title
            - fieldName: Email
            - fieldName: Phone
            - fieldName: Department
            - fieldName: Fax
            - fieldName: Salutation
            - fieldName: MadeUp__c
          backfill:
            defaultPeriod:
              days: 30
          keepRecords: true
    write:
      objects:
        - objectName: Contact
`

/** Uses an authentication that the platform does not support. */
const signedOnly = {
  name: 'signedOnly',
  displayName: 'Signed only',
  authType: 'jwt',
  baseURL: 'https://signed.example',
  // Without a connector, nothing is supported.
  support: { proxy: false },
}

/**
 * Creates a tenant with one resource of each kind, Salesforce's sandbox connected, and a function
 * that sends any operation about it.
 */
export async function givenWorld() {
  const sandbox = await startSandbox({ seed: { contacts: 2, accounts: 1 } })
  const standIn = await standInProvider()
  const control = sandboxControl(sandbox.salesforceUrl)
  await control.registerApp({
    ...sandboxApps.salesforce,
    redirectUris: [`${publicUrl}/callbacks/v1/oauth`],
  })
  const txtRecords = new Map<string, string[]>()
  const database = await testDatabase()
  const api = await testApi(database, {
    catalogue: overlayCatalogue(schemesAt(standIn.url), {
      ...salesforceAt(sandbox.salesforceUrl),
      signedOnly,
    }),
    findTxt: async (domain) => txtRecords.get(domain) ?? [],
  })
  const processes = await watchProcesses(database, pino({ level: 'silent' }))
  await api.notifications.start(processes)
  const silent = await startSilentReceiver()
  const tenant = await givenTenant(api)
  const member = await api.builder({ orgId: tenant.org.id })

  const ids: Record<string, string> = {
    projectIdOrName: tenant.project.id,
    orgId: tenant.org.id,
    builderId: member.id,
    integrationId: 'crm',
    integrationIdOrName: 'crm',
    objectName: 'Contact',
    provider: 'salesforce',
    groupRef: 'globex',
    consumerRef: 'globex-hank',
  }
  /** IDs and names used in bodies. */
  const existing: Record<string, string> = {
    projectIdOrName: tenant.project.id,
    orgId: tenant.org.id,
    parentId: tenant.org.id,
    groupRef: 'globex',
    consumerRef: 'globex-hank',
  }
  /** A `pull` destination and its consumer. */
  const pull: Record<string, string> = {}
  /** Path segments whose last parameter shares its name with others. */
  const routes: Record<string, string> = {}

  /** Returns the example body of the reference with IDs of existing resources. */
  const makeExampleBody = (operation: OperationDefinition) => {
    const example = findExample(operation)
    if (typeof example !== 'object' || example === null) return example
    return Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, existing[name] ?? value]),
    )
  }
  /** Returns the tenant's resource for this path parameter. */
  const findResourceId = ({ path }: OperationDefinition, name: string) =>
    name === 'routeId'
      ? routes[Object.keys(routes).find((word) => path.includes(word)) ?? '']
      : (isOfPull(path) && pull[name]) || ids[name]
  const makeUrl = (
    operation: OperationDefinition,
    { params = {}, query = {} }: WorldRequest = {},
  ) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const value = params[name] ?? findResourceId(operation, name)
      if (value === undefined) throw new Error(`The world has no ${name} for ${operation.id}.`)
      return encodeURIComponent(value)
    })
    const search = new URLSearchParams({
      ...makeRequiredQuery(operation, ids),
      ...query,
    }).toString()
    return search ? `${path}?${search}` : path
  }
  const send = (operation: OperationDefinition, sent: WorldRequest = {}) => {
    const { headers, as = { token: tenant.owner.token } } = sent
    const body = 'body' in sent ? sent.body : makeExampleBody(operation)
    return api.call(operation.method, makeUrl(operation, sent), {
      ...as,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    })
  }
  /** Sends a request and throws unless it succeeds. */
  const must = async (operation: OperationDefinition, sent: WorldRequest = {}) => {
    const reply = await send(operation, sent)
    if (reply.status < 400) return reply
    throw new Error(`${operation.id} was refused: ${reply.text}`)
  }

  /** Connects Salesforce as an end user of the group who grants all permissions. */
  const connect = async (groupRef: string, consumerRef = `${groupRef}-hank`) => {
    const { text, headers } = await must(contract.oauthConnect, {
      body: {
        projectIdOrName: tenant.project.id,
        provider: 'salesforce',
        groupRef,
        consumerRef,
      },
    })
    const started = await api.call('GET', new URL(text).pathname)
    const cookie = String(started.headers['set-cookie']).split(';', 1)[0]!
    const authorize = `${String(started.headers['location'])}&sandbox_auto_approve=1`
    const consent = await fetch(authorize, { redirect: 'manual' })
    const { pathname, search } = new URL(consent.headers.get('location')!)
    await api.call('GET', pathname + search, { headers: { cookie } })
    const { body } = await must(contract.listConnections, { query: { groupRef, consumerRef } })
    return { connectionId: body[0].id, connectSessionId: String(headers['x-connect-session']) }
  }

  const { body: destination } = await must(contract.createDestination, {
    body: { name: 'webhook', type: 'webhook', metadata: { url: silent.url } },
  })
  const { body: topic } = await must(contract.createTopic, { body: { name: 'all' } })
  const { body: eventType } = await must(contract.createEventType, {
    body: { name: 'custom.paid' },
  })
  await must(contract.setCustomerDestinationSettings, {
    body: { types: ['webhook'], maxPerGroup: 50, eventTypes: ['custom.paid'] },
  })
  const { body: ofCustomer } = await must(contract.createCustomerDestination, {
    body: { groupRef: 'globex', label: 'Ours', url: silent.url, eventTypes: ['custom.paid'] },
  })
  const { body: eventRoute } = await must(contract.createEventTopicRoute, {
    body: { topicId: topic.id, eventType: 'connection.created' },
  })
  const { body: topicRoute } = await must(contract.createTopicDestinationRoute, {
    body: { topicId: topic.id, destinationId: destination.id },
  })
  const { body: inbox } = await must(contract.createDestination, {
    body: { name: 'inbox', type: 'pull', metadata: {} },
  })
  const { body: reader } = await must(contract.createPullConsumer, {
    params: { destination: inbox.id },
    body: { name: 'reader' },
  })
  Object.assign(pull, { destination: inbox.id, consumer: reader.name })
  Object.assign(ids, {
    destination: destination.id,
    topicId: topic.id,
    eventType: eventType.name,
    destinationId: ofCustomer.id,
  })
  Object.assign(existing, { destinationId: destination.id, topicId: topic.id })
  routes['notification-event-topic-routes'] = eventRoute.id
  routes['topic-destination-routes'] = topicRoute.id

  const request = await givenAgentRequest({ api })
  Object.assign(ids, { request })
  Object.assign(existing, { request })
  ids['agentId'] = (await must(contract.connectAgent)).body.agent.id
  // As if it had exchanged its code, which expires after a minute.
  await database.everything
    .updateTable('agents')
    .set({ expireTime: new Date(Date.now() + 3_600_000) })
    .execute()
  ids['apiKey'] = (await must(contract.createApiKey, { body: { label: 'spare' } })).body.id
  ids['keyId'] = tenant.kid
  ids['inviteId'] = (
    await must(contract.createOrgInvite, { body: { email: 'ana@guest.test' } })
  ).body.id
  ids['providerAppId'] = (
    await must(contract.createProviderApp, {
      body: { provider: 'salesforce', ...sandboxApps.salesforce },
    })
  ).body.id
  const { body: integrations } = await must(contract.batchUpsertIntegrations, {
    body: { sourceYaml: worldManifest },
  })
  ids['revisionId'] = integrations[0].latestRevision.id
  Object.assign(ids, await connect('globex'))
  ids['installationId'] = (
    await must(contract.createInstallation, {
      body: { groupRef: 'globex', config: { content: chooseFields() } },
    })
  ).body.id
  ids['connectLinkId'] = (
    await must(contract.createConnectLink, { body: { groupRef: 'globex' } })
  ).body.id
  ids['approvalId'] = (
    await must(contract.writeRecords, {
      body: {
        ...{ groupRef: 'globex', type: 'create', mode: 'asynchronous', approval: 'person' },
        record: { LastName: 'Ivanova' },
      },
    })
  ).body.approvalId
  ids['operationId'] = (
    await must(contract.triggerRead, { body: { groupRef: 'globex' } })
  ).body.operationId
  const { body: deliveries } = await must(contract.listDeliveries)
  Object.assign(ids, { deliveryId: deliveries[0].id, eventId: deliveries[0].eventId })
  ids['replayId'] = (await must(contract.replayDeliveries, { body: {} })).body.replay.id

  return {
    api,
    connectionString: database.connectionString,
    control,
    tenant,
    member,
    ids,
    /** A provider with its own scheme. */
    standIn,
    silentUrl: silent.url,
    txtRecords,
    bodyOf: makeExampleBody,
    idOf: findResourceId,
    urlOf: makeUrl,
    send,
    must,
    connect,
    /** Creates an empty project in the same organization and returns its path parameters. */
    async newProject() {
      const { id } = await api.project({ orgId: tenant.org.id })
      return { projectIdOrName: id }
    },
    async close() {
      await api.close()
      await processes.stop()
      await api.database.close()
      await sandbox.close()
      silent.close()
      standIn.close()
    },
  }
}

/** Returns a configuration that reads contacts with these optional fields, and writes them. */
export const chooseFields = (...fieldNames: string[]) => ({
  write: { objects: { Contact: { objectName: 'Contact' } } },
  read: {
    objects: {
      Contact: { selectedFields: Object.fromEntries(fieldNames.map((name) => [name, true])) },
    },
  },
})

const { paths } = openapiDocument() as any

const isOfPull = (path: string) => /\{destination\}\/(messages|consumers)/.test(path)

const findExample = ({ path, method }: OperationDefinition): unknown =>
  paths[path][method.toLowerCase()].requestBody?.content['application/json'].example

/** Returns the required query parameters of an operation. */
function makeRequiredQuery(
  { query, path, method }: OperationDefinition,
  ids: Record<string, string>,
) {
  if (query === undefined || query.safeParse({}).success) return {}
  const parameters = paths[path][method.toLowerCase()].parameters as {
    name: string
    in: string
    required: boolean
  }[]
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name }) => [
        name,
        ids[name] ?? { domain: 'acme.test', fieldNames: 'LastName' }[name]!,
      ]),
  )
}

/** Starts a webhook receiver that never answers. */
async function startSilentReceiver() {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${getPort(server)}/`,
    close: () => server.close().closeAllConnections(),
  }
}
