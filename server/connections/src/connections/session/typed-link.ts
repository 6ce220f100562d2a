import type { Connection, ConnectionId, ProjectId } from '@platform/contract'
import { findProvider } from '@platform/connectors'
import type { CallingCredential } from '@platform/kernel/access'
import type { Database, Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { toConnection } from '../../credentials/connection-record.ts'
import { prepareChange, updateConnection } from '../connections.ts'
import { connectionNotFound } from '../../credentials/credentials.ts'
import * as credentialStore from '../../credentials/store.ts'
import * as connections from '../store.ts'
import {
  mustNotBeDemoted,
  mustNotBeWithdrawn,
  startSession,
  newState,
  type StartedConnecting,
} from './sessions.ts'
import * as store from './store.ts'
import type { Wrong } from './typed-pages.ts'
import { listTypedCredentials, type TypedCredentials } from './typed-inputs.ts'

/** Returns the inputs of connections to the provider; undefined if there are none. */
export function findTypedCredentials(
  { catalogue }: Services,
  provider: string,
): TypedCredentials | undefined {
  const entry = findProvider(provider, { among: catalogue })
  return entry && listTypedCredentials(entry)
}

/**
 * Creates a link to a page of the platform where new credentials for an existing connection can be
 * entered.
 * @throws Problem if no link is requested, because a page of the product collects the credentials
 * itself
 */
export async function startTypedAgain(
  services: Services,
  tx: Db,
  {
    projectId,
    connectionId,
    linkHours,
    madeBy,
    begunWith,
  }: {
    projectId: ProjectId
    connectionId: ConnectionId
    begunWith: CallingCredential
    linkHours: number | undefined
    madeBy: string
  },
): Promise<StartedConnecting> {
  const connection = await credentialStore.findConnection(tx, connectionId)
  if (!connection) throw connectionNotFound(connectionId)
  const { provider, groupRef, consumerRef } = connection
  if (linkHours === undefined) {
    throw new Problem('provider-not-supported', {
      detail: `${provider} does not use OAuth in the browser.`,
      remedy:
        'Update the connection with new credentials, or set linkHours to get a link to a page where the user enters them.',
    })
  }
  return startSession(services, tx, {
    projectId,
    provider,
    providerAppId: undefined,
    origin: undefined,
    connectionId,
    groupRef,
    consumerRef,
    metadata: {},
    linkHours,
    madeBy,
    begunWith,
    state: newState(),
  })
}

/** Returns the missing inputs; undefined if all are present. */
export function missingIn(
  { inputs }: TypedCredentials,
  values: Record<string, string>,
): Wrong | undefined {
  const missing = inputs.filter(({ name }) => !values[name])
  if (missing.length === 0) return undefined
  return {
    inputs: Object.fromEntries(
      missing.map(({ name, label, options }) => [
        name,
        `${options ? 'Choose' : 'Enter'}: ${label}.`,
      ]),
    ),
  }
}

/** Error shown on the page; undefined if it cannot be fixed there. */
export function wrongBy({ inputs }: TypedCredentials, problem: Problem): Wrong | undefined {
  const { issues = [], detail = `${problem.type.title}.` } = problem.details
  switch (problem.kind) {
    case 'too-many-requests':
      return { inputs: {}, all: 'Too many attempts. Wait ten minutes and try again.' }
    case 'credentials-refused':
    case 'invalid-input': {
      const named = issues.flatMap(({ name, detail: what }) => {
        const input = inputs.find((one) => name.endsWith(`.${one.name}`))
        return input ? [[input.name, `${what} Check them and try again.`] as const] : []
      })
      if (named.length > 0) return { inputs: Object.fromEntries(named) }
      return { inputs: {}, all: `${detail} Check your input and try again.` }
    }
    default:
      return undefined
  }
}

/**
 * Stores entered credentials like any update of the connection, and invalidates the link and others
 * for the same connection. Until then the link stays valid.
 * @throws Problem if the credentials are refused, or `oauth-state-invalid` if the link was used in
 * the meantime
 */
export async function saveTyped(
  services: Services,
  database: Database,
  {
    session,
    connectionId,
    change,
    mayAsk,
    record,
  }: {
    session: store.ConnectSessionRow
    connectionId: ConnectionId
    change: ReturnType<TypedCredentials['change']>
    /** Runs before the provider is asked; throws to reject the request. */
    mayAsk: () => void
    /** Records the change of the connection in the audit log. */
    record: (tx: Db, change: { before: Connection; after: Connection }) => Promise<void>
  },
): Promise<Connection> {
  const { id, projectId } = session
  const db = database.tenant(projectId)
  await mustNotBeDemoted(database, session)
  await services.secrets.ready(projectId)
  const about = { connectionId, body: change }
  const prepared = await prepareChange(services, db, { ...about, mayAsk }).catch(
    async (error: unknown) => {
      // Limits of a group last minutes, but a link may be valid for days.
      if (error instanceof Problem && error.kind !== 'too-many-requests') {
        await store.countTry(db, id)
      }
      throw error
    },
  )
  return inTransaction(db, async (tx) => {
    await connections.lockConnection(tx, connectionId)
    const existing = await credentialStore.findConnection(tx, connectionId)
    if (!existing || !(await store.spendConnectSession(tx, id))) {
      throw new Problem('oauth-state-invalid')
    }
    await mustNotBeWithdrawn(tx, session)
    await store.endOtherSessions(tx, id, connectionId)
    const before = toConnection(existing)
    const after = await updateConnection(services, tx, about, prepared)
    await record(tx, { before, after })
    return after
  })
}
