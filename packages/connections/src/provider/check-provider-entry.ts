import { ProviderError } from '@platform/connector'
import {
  CatalogueError,
  declarationOf,
  fileOf,
  overlayCatalogue,
  tryObject,
} from '@platform/connectors'
import type { ConnectionId, EntryCheck } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { loopTurn } from '@platform/kernel/egress/loop-turn'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values/must'
import { openProvider } from './open-provider.ts'

/**
 * Larger than any real file. Each invalid member is reported, so their number is limited as well.
 */
const mostBytes = 256 * 1000
const mostObjects = 500
const mostMembers = 10_000

/** Maximum number of reported errors. */
const mostFaults = 100

/**
 * Tests the object rules of a file with the connection's provider. The file is not trusted: it
 * defines requests and how replies are parsed. The URL of the API and how credentials are sent are
 * taken only from this server's catalogue.
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
  mustBeSmall('entry', patch)
  mustBeSmall('record', record)
  const { entry, client } = await openProvider(services, db, connectionId)
  const { name, baseURL } = entry.info
  const refuse = (place: string, detail: string, value?: unknown) =>
    invalidInput({ in: 'body', name: place, detail, ...(value !== undefined && { value }) })
  if (patch['name'] !== undefined && patch['name'] !== name) {
    throw refuse('entry.name', `The connection belongs to ${name}.`, patch['name'])
  }
  // A changed base URL would send the credentials to another host.
  if (patch['baseURL'] !== undefined && patch['baseURL'] !== baseURL) {
    const detail = `This server calls the API of ${name} at ${baseURL}. Start it with the file (PLATFORM_PROVIDERS) to use another address.`
    throw refuse('entry.baseURL', detail, patch['baseURL'])
  }
  // Checking a file takes time: one at a time, yielding to other work.
  await loopTurn().pause()
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
    const more = error.issues.length - mostFaults
    const faults = [
      ...error.issues.slice(0, more > 0 ? mostFaults - 1 : mostFaults),
      ...(more > 0 ? [`${more + 1} more issues were found.`] : []),
    ]
    throw invalidInput(...faults.map((detail) => ({ in: 'body' as const, name: 'entry', detail })))
  }
}

/**
 * Rejects files with too many members.
 * @throws Problem
 */
function mustBeSmall(name: 'entry' | 'record', value: Record<string, unknown> = {}): void {
  const refuse = (detail: string) => invalidInput({ in: 'body', name, detail })
  const { objects } = value
  if (name === 'entry' && typeof objects === 'object' && objects !== null) {
    if (Object.keys(objects).length > mostObjects) {
      throw refuse(`The file has more than ${mostObjects} objects. Send only the one to test.`)
    }
  }
  if (membersOf(value) > mostMembers) throw refuse(`The file has more than ${mostMembers} members.`)
  if (JSON.stringify(value).length > mostBytes) {
    throw refuse(`The file is larger than ${mostBytes / 1000} kB.`)
  }
}

/** Counts the members and items at all levels, up to a limit. */
function membersOf(value: object): number {
  let count = 0
  const left: object[] = [value]
  for (let one = left.pop(); one && count <= mostMembers; one = left.pop()) {
    for (const member of Object.values(one)) {
      count++
      if (typeof member === 'object' && member !== null) left.push(member)
    }
  }
  return count
}
