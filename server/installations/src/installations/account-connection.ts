import type { ConnectionId, IntegrationId } from '@platform/contract'
import {
  type ConnectionRow,
  findConnectionRow,
  findGroupConnection,
} from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import * as store from './store.ts'

type Installed = { id: IntegrationId; name: string; provider: string }

/**
 * Finds the connection of a customer's account: that of its installation, or the newest that none of
 * the customer's other accounts of the integration uses.
 */
export async function findAccountConnection(
  db: Db,
  { id, provider }: Installed,
  account: store.AccountName,
): Promise<ConnectionRow | undefined> {
  const installation = await store.findGroupInstallation(db, id, account)
  if (installation) return findConnectionRow(db, installation.connectionId)
  return findFreeConnection(db, { id, provider }, account)
}

async function findFreeConnection(
  db: Db,
  { id, provider }: Omit<Installed, 'name'>,
  account: store.AccountName,
): Promise<ConnectionRow | undefined> {
  const except = await store.findConnectionsOfOthers(db, id, account)
  return findGroupConnection(db, { provider, groupRef: account.groupRef }, { except })
}

/**
 * Returns the connection that an account is to use.
 * @throws Problem `connection-missing`, `connection-in-use`
 */
export async function chooseConnection(
  db: Db,
  integration: Installed,
  { connectionId, ...account }: store.AccountName & { connectionId: ConnectionId | undefined },
): Promise<ConnectionRow> {
  const { groupRef } = account
  const connection = connectionId
    ? await findConnectionRow(db, connectionId)
    : await findFreeConnection(db, integration, account)
  if (connection?.groupRef !== groupRef || connection.provider !== integration.provider) {
    throw new Problem('connection-missing', {
      detail: `The group ${groupRef} has no ${connectionId ? `connection ${connectionId}` : 'free connection'} to ${integration.provider}.`,
    })
  }
  await mustBeFree(db, integration, account, connection.id)
  return connection
}

/**
 * Rejects a connection that another account of the same integration uses, whose records would be
 * delivered twice.
 */
export async function mustBeFree(
  db: Db,
  { id, name }: Omit<Installed, 'provider'>,
  account: store.AccountName,
  connectionId: ConnectionId,
): Promise<void> {
  const used = await store.findConnectionsOfOthers(db, id, account)
  if (!used.includes(connectionId)) return
  throw new Problem('connection-in-use', {
    detail: `Another account of the group ${account.groupRef} uses the connection ${connectionId} for ${name}.`,
    remedy: 'Connect the account that this installation is for, or name its connection.',
  })
}
