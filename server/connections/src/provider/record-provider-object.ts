import { randomBytes } from 'node:crypto'
import { loopTurn, ProviderError } from '@platform/connector'
import { NotRecordable, recordObject } from '@platform/connectors'
import type { ConnectionId, Recording } from '@platform/contract'
import { mustHave } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { fileWith, givenEntry, mustBeSmall } from './given-entry.ts'
import { limitGivenRequests, type GivenBy } from './call/limit-given-requests.ts'
import { openProvider } from './open-provider.ts'
import { rejectionProblem } from './call/refusal-problem.ts'
import { getNow } from '@platform/kernel/values'

/** Enough for typical pages; a page that exceeds it ends the recording. */
const maxBytes = 1000 * 1000

/** Records replies of the provider to reads of one object, without the customer's values. */
export async function recordProviderObject(
  services: Services,
  db: Db,
  {
    connectionId,
    entry: patch,
    objectName,
    pages,
    pageSize,
    by,
  }: {
    connectionId: ConnectionId
    entry?: Record<string, unknown> | undefined
    objectName: string
    pages: number
    pageSize: number
    by: Omit<GivenBy, 'approvedObjects'>
  },
): Promise<Recording> {
  mustBeSmall('entry', patch)
  // The entry decides what of a record is a name and what a value.
  if (patch) mustHave(by.who, by.capabilities, 'read:records')
  const opened = await openProvider(services, db, connectionId)
  const entry = patch ? await givenEntry(services, opened.entry, patch) : opened.entry
  const reject = (detail: string) =>
    invalidInput({ in: 'body', name: 'objectName', detail, value: objectName })
  const { connector, info } = entry
  if (!connector) throw reject(`${info.name} has no objects that can be read.`)
  if (patch) fileWith(entry, objectName)
  try {
    const approvedObjects = await services.findApprovedObjects(db, connectionId)
    const client = patch
      ? limitGivenRequests(opened.client, { ...by, approvedObjects })
      : opened.client
    const recorded = await recordObject(entry, client, {
      known: opened.entry,
      objectName,
      recording: randomBytes(6).toString('hex'),
      source: {
        source: 'replies recorded with platform providers record',
        date: getNow().toISOString().slice(0, 7),
      },
      pageSize,
      maxPages: pages,
      maxBytes,
      containsSecret: opened.containsSecret,
      pause: () => loopTurn().pause(),
    })
    return { provider: info.name, objectName, ...recorded }
  } catch (error) {
    if (error instanceof NotRecordable) throw reject(error.message)
    if (error instanceof ProviderError) {
      throw rejectionProblem(error, entry, `to record ${objectName}`)
    }
    throw error
  }
}
