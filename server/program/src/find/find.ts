import {
  capabilityFor,
  isId,
  type Capability,
  type Found,
  type InstallationId,
  type OperationId,
  type ProjectId,
  type TopicId,
} from '@platform/contract'
import { findProvider } from '@platform/connectors'
import { healthOfConnection } from '@platform/connections/credentials/connection-record'
import {
  connectionQuery,
  type ConnectionRow,
  findConnectionRow,
} from '@platform/connections/connections/connections'
import { findGroups } from '@platform/connections/connections/people/people'
import type { Db } from '@platform/kernel/db/database'
import { statesOfGroups } from '@platform/installations/installations/group-health'
import {
  findInstallation,
  findInstallationOfConfig,
  toInstallation,
} from '@platform/installations/installations/installations'
import {
  findIntegrationOfRevision,
  findIntegrations,
  getIntegration,
} from '@platform/installations/integrations/integrations'
import { getDelivery, requireEvent } from '@platform/delivery/notifications/history/deliveries'
import { getReplay } from '@platform/delivery/notifications/history/replays'
import {
  findDestinations,
  findHealthOfDestination,
} from '@platform/delivery/notifications/set-up/destinations'
import {
  getEventTopicRoute,
  getTopic,
  getTopicDestinationRoute,
} from '@platform/delivery/notifications/set-up/topics'
import { findOperationOfLog, getOperation } from '@platform/installations/operations/operations'
import { Problem } from '@platform/kernel/problems/problem'
import { getApiKey } from '@platform/tenancy/projects/api-keys'
import { getJwtKey } from '@platform/tenancy/projects/jwt-keys'
import { findProviderApp } from '@platform/tenancy/projects/provider-apps'
import type { Services } from '@platform/kernel/services'

/** Maximum number of customers in the result. */
const maxGroups = 10

/** Maximum number of destinations and of integrations in the result. */
const maxPerKind = 5

/** Maximum number of connections of one person, newest first. */
const maxConnections = 3

/**
 * Finds the resource with the ID in the text, connections of the person with this reference,
 * customers by reference or name, and destinations and integrations by name, each with its health.
 */
export async function findResources(
  services: Services,
  db: Db,
  {
    text,
    projectId,
    capabilities,
  }: { text: string; projectId: ProjectId; capabilities: readonly Capability[] },
): Promise<Found[]> {
  const id = idIn(text) ?? text
  const mayRead: MayRead = (what) => capabilities.includes(capabilityFor(`${what}:read`))
  const ofId = await unlessMissing(() => findById(services, db, id, mayRead))
  const name = withoutQuotes(text)
  const groups = await findGroups(db, { projectId, text: name, atMost: maxGroups })
  const ofPerson = await connectionQuery(db, { projectId, consumerRef: name })
    .orderBy('c.id', 'desc')
    .limit(maxConnections)
    .execute()
  const groupRefs = groups.map(({ groupRef }) => groupRef)
  const states = await statesOfGroups(services, db, { projectId, groupRefs })
  const called = { projectId, text: name, atMost: maxPerKind }
  const destinations = mayRead('notification') ? await findDestinations(db, called) : []
  const integrations = mayRead('integration') ? await findIntegrations(db, called) : []
  return [
    ...(ofId ? [ofId] : []),
    ...ofPerson.map((row) => connection(services, row)),
    ...groups.map(({ groupRef, groupName }, index) => ({
      kind: 'group' as const,
      id: groupRef,
      name: groupName,
      groupRef,
      health: states[index]?.health,
    })),
    ...destinations.map((one) => ({ kind: 'destination' as const, ...one })),
    ...integrations.map((one) => ({ kind: 'integration' as const, ...one })),
  ]
}

type MayRead = (
  what: 'api-key' | 'jwt-key' | 'integration' | 'installation' | 'notification' | 'provider-app',
) => boolean

/** Extracts the ID from text copied from a log or mail, possibly quoted or in capitals. */
const idIn = (text: string) =>
  /(?<![a-z0-9])([a-z]+_[0-9a-z]{26,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![a-z0-9])/i
    .exec(text)?.[0]
    .toLowerCase()

const withoutQuotes = (text: string) => /^\s*(["'`])(.+)\1\s*$/.exec(text)?.[2] ?? text

const providerName = ({ catalogue }: Services, provider: string) =>
  findProvider(provider, { among: catalogue })?.info.displayName ?? provider

const connection = (services: Services, row: ConnectionRow): Found => ({
  kind: 'connection',
  id: row.id,
  name: providerName(services, row.provider),
  groupRef: row.groupRef,
  health: healthOfConnection(row),
})

const installation = async (
  services: Services,
  db: Db,
  id: InstallationId,
): Promise<Found | undefined> => {
  const row = await findInstallation(db, id)
  if (!row) return undefined
  const { integrationId, integrationName, groupRef, groupName, instance } = row
  const { health } = await toInstallation(services, db, row)
  const account = row.displayName ?? instance
  const name = [groupName, integrationName, ...(account === '' ? [] : [account])].join(' · ')
  return { kind: 'installation', id, name, groupRef, integrationId, health }
}

const operation = async (db: Db, id: OperationId): Promise<Found> => {
  const { actionType, objectName } = await getOperation(db, id)
  return { kind: 'operation', id, name: `${actionType} ${objectName}` }
}

const topic = async (db: Db, id: TopicId): Promise<Found> => ({
  kind: 'topic',
  id,
  name: (await getTopic(db, id)).name,
})

const integration = async (db: Db, idOrName: string): Promise<Found> => {
  const { id, name } = await getIntegration(db, idOrName)
  return { kind: 'integration', id, name }
}

/** Finds a resource by ID. Resources without a page lead to the one they belong to. */
async function findById(
  services: Services,
  db: Db,
  id: string,
  mayRead: MayRead,
): Promise<Found | undefined> {
  if (isId('inst', id)) return installation(services, db, id)
  if (isId('conf', id)) {
    const config = await findInstallationOfConfig(db, id)
    return config && installation(services, db, config.installationId)
  }
  if (isId('conn', id)) {
    const row = await findConnectionRow(db, id)
    return row && connection(services, row)
  }
  if (isId('op', id)) return operation(db, id)
  if (isId('log', id)) {
    const log = await findOperationOfLog(db, id)
    return log && operation(db, log.operationId)
  }
  if (isId('evt', id)) {
    const { type, groupRef } = await requireEvent(db, id)
    return { kind: 'event', id, name: type, ...(groupRef && { groupRef }) }
  }
  if (isId('dlv', id)) {
    const { eventType, groupRef } = await getDelivery(db, id)
    return { kind: 'delivery', id, name: eventType, ...(groupRef && { groupRef }) }
  }
  if (isId('rpl', id)) return { kind: 'replay', id: (await getReplay(db, id)).id }
  if (isId('dest', id)) {
    return { kind: 'destination', id, ...(await findHealthOfDestination(db, id)) }
  }
  if (isId('top', id)) return topic(db, id)
  if (isId('etr', id)) return topic(db, (await getEventTopicRoute(db, id)).topicId)
  if (isId('tdr', id)) return topic(db, (await getTopicDestinationRoute(db, id)).topicId)
  if (isId('int', id)) return integration(db, id)
  if (isId('rev', id)) {
    const revision = await findIntegrationOfRevision(db, id)
    return revision && integration(db, revision.integrationId)
  }
  if (isId('papp', id)) {
    const app = await findProviderApp(db, id)
    return app && { kind: 'providerApp', id, name: providerName(services, app.provider) }
  }
  if (isId('key', id) && mayRead('api-key')) {
    return { kind: 'apiKey', id, name: (await getApiKey(db, id)).label }
  }
  if (uuid.test(id) && mayRead('jwt-key')) {
    return { kind: 'jwtKey', id, name: (await getJwtKey(db, id)).label }
  }
  return undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns undefined if the resource does not exist. */
async function unlessMissing(look: () => Promise<Found | undefined>): Promise<Found | undefined> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Problem && error.type.status === 404) return undefined
    throw error
  }
}
