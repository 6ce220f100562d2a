import { ProviderError, type CatalogueEntry } from '@platform/connector'
import type { ProviderAppTestStep } from '@platform/contract'
import type { ConnectionRow } from '@platform/connections/connections/connections'
import { openProvider } from '@platform/connections/provider/open-provider'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { sleep } from '@platform/kernel/values'
import type { TestedObject } from './test-provider-app.ts'

const step = 'readObject'

/** Of all reads together. */
const maxReadMs = 45_000
const readsAtATime = 4

/** Reads one record of each object. Records are neither stored nor returned. */
export async function readObjects(
  services: Services,
  db: Db,
  {
    connection,
    entry,
    objects,
  }: { connection: ConnectionRow; entry: CatalogueEntry; objects: readonly TestedObject[] },
): Promise<ProviderAppTestStep[]> {
  if (objects.length === 0) {
    return [{ step, status: 'skipped', detail: 'No integration of the project reads objects.' }]
  }
  const { client } = await openProvider(services, db, connection.id)
  const done = new Map<string, ProviderAppTestStep>()
  const waiting = [...objects]
  const readNext = async (): Promise<void> => {
    const object = waiting.shift()
    if (!object) return
    done.set(object.objectName, await readOne({ client, entry, object }))
    return readNext()
  }
  const timeout = sleep(maxReadMs)
  await Promise.race([Promise.all(Array.from({ length: readsAtATime }, readNext)), timeout])
  // Nothing else is sent: the result is returned.
  waiting.length = 0
  return objects.map(
    ({ objectName }) =>
      done.get(objectName) ?? {
        step,
        objectName,
        status: 'failed',
        detail: `No record was read within ${maxReadMs / 1000} seconds.`,
        remedy: 'Test again later.',
      },
  )
}

async function readOne({
  client,
  entry: { info, connector },
  object: { objectName, fieldNames },
}: {
  client: Awaited<ReturnType<typeof openProvider>>['client']
  entry: CatalogueEntry
  object: TestedObject
}): Promise<ProviderAppTestStep> {
  const about = { step, objectName } as const
  if (!connector) {
    const detail = `Reading from ${info.displayName ?? info.name} is not supported.`
    return { ...about, status: 'skipped', detail }
  }
  try {
    const record = await connector.sampleRead(client, { objectName, fieldNames })
    const detail = record ? 'One record was read.' : 'The read succeeded. There are no records.'
    return { ...about, status: 'passed', detail }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const scopes = info.scopes?.byObject?.[objectName]?.read ?? []
    return {
      ...about,
      status: 'failed',
      detail: error.message,
      remedy: listRemedies(scopes)[error.failure] ?? 'Test again later.',
    }
  }
}

const listRemedies = (
  scopes: readonly string[],
): Partial<Record<ProviderError['failure'], string>> => ({
  permission: `Check the permissions of the person who signed in${scopes.length > 0 ? `, and the scopes ${scopes.join(', ')}` : ' and the scopes of the app'}.`,
  'bad-request': 'Correct the fields or the object in platform.yaml.',
  'not-found': 'Check the name of the object, and whether the person who signed in can see it.',
  unsupported: 'Remove the object from platform.yaml: it cannot be read.',
  credentials: 'Sign in again, then test again.',
})
