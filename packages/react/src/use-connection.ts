'use client'

import { useInstallation, useIntegration } from './use-installation.ts'
import { useInstallationScope } from './installation-provider.tsx'
import { connectionsQuery } from './queries.ts'
import { useUiQuery, type QueryResult } from './use-query.ts'
import type { Connection } from './config/wire.ts'

/** Returns the installation's connection, else the group's for the integration's provider. */
export function useConnection(): QueryResult<Connection[]> & {
  connection: Connection | undefined
} {
  const { api } = useInstallationScope()
  const { integration } = useIntegration()
  const { installation } = useInstallation()
  const result = useUiQuery(connectionsQuery(api))
  const connections = result.data

  const connection =
    connections?.find(({ id }) => id === installation?.connection.id) ??
    connections?.find(({ provider }) => provider === integration?.provider)
  return { ...result, connection }
}
