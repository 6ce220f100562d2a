import {
  isId,
  type Found,
  type InstallationId,
  type OperationId,
  type OrgRole,
  type ProjectId,
  type TopicId,
} from '@platform/contract'
import { roleAllows } from '../access/permissions.ts'
import {
  connectionQuery,
  type ConnectionRow,
  findConnectionRow,
} from '../connections/connections.ts'
import { findGroups } from '../connections/people/people.ts'
import type { Db } from '../db/database.ts'
import { findInstallation, findInstallationOfConfig } from '../installations/installations.ts'
import { findIntegrationOfRevision, getIntegration } from '../integrations/integrations.ts'
import { getDelivery, getEvent } from '../notifications/history/deliveries.ts'
import { getReplay } from '../notifications/history/replays.ts'
import { requireDestination } from '../notifications/set-up/destinations.ts'
import {
  getEventTopicRoute,
  getTopic,
  getTopicDestinationRoute,
} from '../notifications/set-up/topics.ts'
import { findOperationOfLog, getOperation } from '../operations/operations.ts'
import { Problem } from '../problems/problem.ts'
import { getApiKey } from '../projects/api-keys.ts'
import { getJwtKey } from '../projects/jwt-keys.ts'
import { findProviderApp } from '../projects/provider-apps.ts'

/** Customers that are answered at most: whoever wants another types more. */
const mostGroups = 10

/** Connections of one person, the newest. */
const mostConnections = 3

/** What has the ID in the text, the connections of the person with this reference, then the customers whose reference or name has it in it. */
export async function find(
  db: Db,
  { text, projectId, role }: { text: string; projectId: ProjectId; role: OrgRole | undefined },
): Promise<Found[]> {
  const id = idIn(text) ?? text
  const ofId = await unlessMissing(() => findById(db, id, role))
  const name = withoutQuotes(text)
  const groups = await findGroups(db, { projectId, text: name, atMost: mostGroups })
  const ofPerson = await connectionQuery(db, { projectId, consumerRef: name })
    .orderBy('c.id', 'desc')
    .limit(mostConnections)
    .execute()
  return [
    ...(ofId ? [ofId] : []),
    ...ofPerson.map(toFound),
    ...groups.map(({ groupRef, groupName }) => ({
      kind: 'group' as const,
      id: groupRef,
      name: groupName,
      groupRef,
    })),
  ]
}

/** The ID in what was copied from a log or a mail, with quotes and words around it or in capitals. */
const idIn = (text: string) =>
  /(?<![a-z0-9])([a-z]+_[0-9a-z]{26,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![a-z0-9])/i
    .exec(text)?.[0]
    .toLowerCase()

const withoutQuotes = (text: string) => /^\s*(["'`])(.+)\1\s*$/.exec(text)?.[2] ?? text

const toFound = ({ id, provider, groupRef }: ConnectionRow): Found => ({
  kind: 'connection',
  id,
  name: provider,
  groupRef,
})

const installation = async (db: Db, id: InstallationId): Promise<Found | undefined> => {
  const row = await findInstallation(db, id)
  return (
    row && {
      kind: 'installation',
      id,
      name: `${row.groupName} · ${row.integrationName}`,
      groupRef: row.groupRef,
      integrationId: row.integrationId,
    }
  )
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

/** What has no page of its own leads to what it is a part of. */
async function findById(db: Db, id: string, role: OrgRole | undefined): Promise<Found | undefined> {
  const mayRead = (keys: string) => role === undefined || roleAllows(role, `${keys}:read`)
  if (isId('inst', id)) return installation(db, id)
  if (isId('conf', id)) {
    const config = await findInstallationOfConfig(db, id)
    return config && installation(db, config.installationId)
  }
  if (isId('conn', id)) {
    const row = await findConnectionRow(db, id)
    return row && toFound(row)
  }
  if (isId('op', id)) return operation(db, id)
  if (isId('log', id)) {
    const log = await findOperationOfLog(db, id)
    return log && operation(db, log.operationId)
  }
  if (isId('evt', id)) {
    const { type, groupRef } = await getEvent(db, id)
    return { kind: 'event', id, name: type, ...(groupRef && { groupRef }) }
  }
  if (isId('dlv', id)) {
    const { eventType, groupRef } = await getDelivery(db, id)
    return { kind: 'delivery', id, name: eventType, ...(groupRef && { groupRef }) }
  }
  if (isId('rpl', id)) return { kind: 'replay', id: (await getReplay(db, id)).id }
  if (isId('dest', id)) {
    return { kind: 'destination', id, name: (await requireDestination(db, id)).name }
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
    return app && { kind: 'providerApp', id, name: app.provider }
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

/** Undefined where there is no such thing: here nobody insists on it. */
async function unlessMissing(look: () => Promise<Found | undefined>): Promise<Found | undefined> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Problem && error.type.status === 404) return undefined
    throw error
  }
}
