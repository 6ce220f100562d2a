import { loopTurn, type CatalogueEntry } from '@platform/connector'
import { CatalogueError, getEntryFile, overlayCatalogue } from '@platform/connectors'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values'

/**
 * Larger than any real file. Each invalid member is reported, so their number is limited as well.
 */
const maxBytes = 256 * 1000
const maxObjects = 500
const maxMembers = 10_000

/** Maximum number of reported errors. */
const maxFaults = 100

/**
 * Returns the catalogue's entry with the rules of a given file. The file is not trusted: it defines
 * requests and how replies are parsed. The URL of the API and how credentials are sent are taken
 * only from this server's catalogue.
 * @throws Problem
 */
export async function givenEntry(
  services: Services,
  { info: { name, baseURL } }: CatalogueEntry,
  patch: Readonly<Record<string, unknown>>,
): Promise<CatalogueEntry> {
  const reject = (place: string, detail: string, value: unknown) =>
    invalidInput({ in: 'body', name: place, detail, value })
  if (patch['name'] !== undefined && patch['name'] !== name) {
    throw reject('entry.name', `The connection belongs to ${name}.`, patch['name'])
  }
  // A changed base URL would send the credentials to another host.
  if (patch['baseURL'] !== undefined && patch['baseURL'] !== baseURL) {
    const detail = `This server calls the API of ${name} at ${baseURL}. Start it with the file (PLATFORM_PROVIDERS) to use another address.`
    throw reject('entry.baseURL', detail, patch['baseURL'])
  }
  // Checking a file takes time: one at a time, yielding to other work.
  await loopTurn().pause()
  return overlayEntry(services, name, patch)
}

/** Returns the file of the entry. Throws if it has no such object. */
export function fileWith(entry: CatalogueEntry, objectName: string) {
  const file = must(getEntryFile(entry), 'file')
  if (file.objects && Object.hasOwn(file.objects, objectName)) return file
  const detail = `The file has no object ${objectName}.`
  throw invalidInput({ in: 'body', name: 'objectName', detail, value: objectName })
}

function overlayEntry(
  { catalogue }: Services,
  name: string,
  patch: Readonly<Record<string, unknown>>,
) {
  try {
    return must(overlayCatalogue(catalogue, { [name]: patch })[name], 'entry')
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error
    const more = error.issues.length - maxFaults
    const faults = [
      ...error.issues.slice(0, more > 0 ? maxFaults - 1 : maxFaults),
      ...(more > 0 ? [`${more + 1} more issues were found.`] : []),
    ]
    throw invalidInput(...faults.map((detail) => ({ in: 'body' as const, name: 'entry', detail })))
  }
}

/**
 * Rejects files with too many members.
 * @throws Problem
 */
export function mustBeSmall(name: 'entry' | 'record', value: Record<string, unknown> = {}): void {
  const reject = (detail: string) => invalidInput({ in: 'body', name, detail })
  const { objects } = value
  if (name === 'entry' && typeof objects === 'object' && objects !== null) {
    if (Object.keys(objects).length > maxObjects) {
      throw reject(`The file has more than ${maxObjects} objects. Send only the one to test.`)
    }
  }
  if (countMembers(value) > maxMembers)
    throw reject(`The file has more than ${maxMembers} members.`)
  if (JSON.stringify(value).length > maxBytes) {
    throw reject(`The file is larger than ${maxBytes / 1000} kB.`)
  }
}

/** Counts the members and items at all levels, up to a limit. */
function countMembers(value: object): number {
  let count = 0
  const left: object[] = [value]
  for (let one = left.pop(); one && count <= maxMembers; one = left.pop()) {
    for (const member of Object.values(one)) {
      count++
      if (typeof member === 'object' && member !== null) left.push(member)
    }
  }
  return count
}
