import { ProviderError, type Connector, type ObjectDescription } from '@platform/connector'
import type { InstallationId, ProjectId } from '@platform/contract'
import type { Database, Db } from '@platform/kernel/db/database'
import { findInstallation } from '@platform/installations/installations/installations'
import { enqueue, makeQueueName } from '@platform/kernel/jobs/enqueue'
import { Problem } from '@platform/kernel/problems/problem'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import type { Services } from '@platform/kernel/services'
import { checkAccess } from './check-access.ts'
import { mayLoseFields, noteLostFields } from './lost-fields.ts'
import { listReadPlans } from './plans.ts'
import { findUncompared, findUncomparedObjects } from './store.ts'
import { getNow } from '@platform/kernel/values'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'look-for-lost-fields': Record<string, never>
    /** The fields that an installation reads are due to be compared with those of its account. */
    'compare-fields': { projectId: ProjectId; installationId: InstallationId }
  }
}

/** Enqueues the comparison of fields for all installations with a due one. */
export async function lookForLostFields(database: Database, now = getNow()): Promise<void> {
  for (const { projectId, installationId } of await findUncompared(database.everything, now)) {
    await enqueue(
      database.tenant(projectId),
      'compare-fields',
      { projectId, installationId },
      {
        key: `compare-fields:${installationId}`,
        queue: makeQueueName('fields', projectId, installationId),
        maxAttempts: 3,
      },
    )
  }
}

/**
 * Compares what an installation reads with the account's description, for each object that is due. A provider
 * that does not answer is asked again when it is due the next time.
 */
export async function compareFields(
  services: Services,
  db: Db,
  installationId: InstallationId,
  now = getNow(),
): Promise<void> {
  const installation = await findInstallation(db, installationId)
  if (!installation) return
  const due = await findUncomparedObjects(db, installationId, now)
  const read = new Set((await listReadPlans(db, installation)).map((plan) => plan.objectName))
  const objectNames = due.map(({ objectName }) => objectName)
  const described = new Map<string, ObjectDescription | ProviderError>()
  try {
    const provider = await openProvider(services, db, installation.connectionId, {
      isBackground: true,
      installationId,
    })
    const { connector } = provider.entry
    for (const objectName of objectNames) {
      if (!connector || !read.has(objectName) || !mayLoseFields(connector, objectName)) continue
      described.set(objectName, await tryToDescribe(connector, provider, objectName))
    }
    await checkAccess(services, db, provider, described)
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof Problem)) throw error
    services.log.info({ err: error, installationId }, 'the fields of an account were not compared')
  }
  for (const objectName of objectNames) {
    if (described.has(objectName)) continue
    await noteLostFields(services, db, { installation, objectName, lost: undefined })
  }
}

async function tryToDescribe(
  connector: Connector,
  { client }: OpenProvider,
  objectName: string,
): Promise<ObjectDescription | ProviderError> {
  try {
    return await connector.describeObject(client, objectName)
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
}
