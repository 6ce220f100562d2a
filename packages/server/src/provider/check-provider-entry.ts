import { ProviderError } from '@platform/connector'
import {
  CatalogueError,
  declarationOf,
  fileOf,
  overlayCatalogue,
  tryObject,
} from '@platform/connectors'
import type { ConnectionId, EntryCheck } from '@platform/contract'
import type { Db } from '../db/database.ts'
import { invalidInput } from '../problems/problem.ts'
import type { Services } from '../services.ts'
import { must } from '../values/must.ts'
import { openProvider } from './open-provider.ts'

/**
 * Tries what a file says of an object with the connection's provider.
 *
 * The file is somebody else's word: it says what is asked and how replies are read. Where the API is
 * and how credentials are sent is what this server's catalogue says, and nothing else.
 */
export async function checkProviderEntry(
  services: Services,
  db: Db,
  {
    connectionId,
    entry: patch,
    objectName,
    record,
  }: {
    connectionId: ConnectionId
    entry: Record<string, unknown>
    objectName: string
    record?: Record<string, unknown> | undefined
  },
): Promise<EntryCheck> {
  const { entry, client } = await openProvider(services, db, connectionId)
  const { name, baseURL } = entry.info
  const refuse = (place: string, detail: string, value?: unknown) =>
    invalidInput({ in: 'body', name: place, detail, ...(value !== undefined && { value }) })
  if (patch['name'] !== undefined && patch['name'] !== name) {
    throw refuse('entry.name', `The connection is one of ${name}.`, patch['name'])
  }
  // It would be another connection that is asked for these.
  if (patch['baseURL'] !== undefined && patch['baseURL'] !== baseURL) {
    const detail = `This server knows the API of ${name} at ${baseURL}; start it with the file (PLATFORM_PROVIDERS) to ask another address.`
    throw refuse('entry.baseURL', detail, patch['baseURL'])
  }
  const file = must(fileOf(overlaid(services, name, patch)), 'file')
  if (!file.objects || !Object.hasOwn(file.objects, objectName)) {
    throw refuse('objectName', `The file has no object ${objectName}.`, objectName)
  }
  try {
    const findings = await tryObject(declarationOf(file), client, { objectName, record })
    return { provider: name, objectName, findings }
  } catch (error) {
    if (error instanceof ProviderError) throw refuse('record', error.message)
    throw error
  }
}

function overlaid({ catalogue }: Services, name: string, patch: Record<string, unknown>) {
  try {
    return must(overlayCatalogue(catalogue, { [name]: patch })[name], 'entry')
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error
    throw invalidInput(
      ...error.issues.map((detail) => ({ in: 'body' as const, name: 'entry', detail })),
    )
  }
}
