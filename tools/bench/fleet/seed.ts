import { newId } from '../../../server/kernel/src/db/new-id.ts'
import type { Tables } from '../../../server/kernel/src/db/tables.ts'
import { nextRun } from '../../../server/data/src/sync/object/next-run.ts'
import { givenBenchProject, type BenchPlatform } from '../support/platform.ts'

const schedule = '*/10 * * * *'
const intervalMs = 600_000

/** Creates a project with a webhook and an integration that reads these objects every ten minutes. */
export async function givenScheduledProject(
  platform: BenchPlatform,
  { webhookUrl, objectNames }: { webhookUrl: string; objectNames: readonly string[] },
) {
  const project = await givenBenchProject(platform, 'bench')
  const { id: destinationId } = await project.call<{ id: string }>('POST', '/destinations', {
    name: 'webhook',
    type: 'webhook',
    metadata: { url: webhookUrl },
  })
  const objects = objectNames.map(
    (objectName) => `
        - objectName: ${objectName}
          destination: webhook
          schedule: '${schedule}'
          requiredFields: [{ fieldName: ${objectName === 'Contact' ? 'LastName' : 'Name'} }]`,
  )
  await project.call('PUT', '/integrations:batch', {
    sourceYaml: `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:${objects.join('')}
`,
  })
  return { ...project, destinationId }
}

/** Inserts installations of the integration, each for its own group, without a time to be read. */
export async function insertInstallations(
  { database: { everything }, services }: BenchPlatform,
  {
    projectId,
    count,
    objectNames,
  }: { projectId: `proj_${string}`; count: number; objectNames: readonly string[] },
): Promise<void> {
  const { id: integrationId, latestRevisionId: revisionId } = await everything
    .selectFrom('integrations')
    .select(['id', 'latestRevisionId'])
    .executeTakeFirstOrThrow()
  const tokens = { accessToken: 'token', issuedAt: Date.now(), expiresAt: Date.now() + 86_400_000 }
  const credentials = JSON.stringify({ kind: 'authorizationCode', tokens })
  const content = JSON.stringify({
    provider: 'salesforce',
    read: { objects: Object.fromEntries(objectNames.map((name) => [name, {}])) },
  })
  const createdBy = 'bench'
  const from = { projectId }
  for (let done = 0; done < count; done += 1000) {
    const rows = await Promise.all(
      Array.from({ length: Math.min(1000, count - done) }, async (_, index) => ({
        ref: `group-${done + index}`,
        connection: newId('conn'),
        installation: newId('inst'),
        config: newId('conf'),
        sealed: await services.secrets.seal(projectId, credentials),
      })),
    )
    await everything.transaction().execute(async (tx) => {
      const insert = (table: keyof Tables, values: object[]) =>
        tx.insertInto(table).values(values).execute()
      await insert(
        'groups',
        rows.map(({ ref }) => ({ ...from, groupRef: ref, groupName: ref })),
      )
      await insert(
        'consumers',
        rows.map(({ ref }) => ({ ...from, consumerRef: ref, consumerName: ref })),
      )
      await insert(
        'connections',
        rows.map(({ ref, connection, sealed }) => ({
          ...from,
          id: connection,
          provider: 'salesforce',
          groupRef: ref,
          consumerRef: ref,
          authScheme: 'oauth2/authorizationCode',
          status: 'working',
          credentials: sealed,
          accessExpireTime: new Date(tokens.expiresAt),
        })),
      )
      await insert(
        'installations',
        rows.map(({ ref, connection, installation, config }) => ({
          ...from,
          id: installation,
          integrationId,
          groupRef: ref,
          connectionId: connection,
          configId: config,
          createdBy,
        })),
      )
      await insert(
        'configs',
        rows.map(({ installation, config }) => ({
          ...from,
          id: config,
          installationId: installation,
          revisionId,
          content,
          createdBy,
        })),
      )
      await insert(
        'installationObjects',
        rows.flatMap(({ installation }) =>
          objectNames.map((objectName) => ({
            ...from,
            installationId: installation,
            objectName,
            watermark: new Date(),
          })),
        ),
      )
    })
  }
}

interface DueObject {
  id: string
  objectName: string
  due: Date
}

/**
 * Makes all objects due after this time as the platform spreads them over ten minutes, compressed
 * into `spreadMs`.
 */
export async function makeDue(
  { database }: BenchPlatform,
  { beganAt, spreadMs }: { beganAt: number; spreadMs: number },
): Promise<DueObject[]> {
  const client = await database.connect()
  try {
    const { rows } = await client.query<{ id: string; objectName: string }>(
      'select installation_id as id, object_name as "objectName" from installation_objects',
    )
    const objects = rows.map(({ id, objectName }) => {
      const next = nextRun({ schedule }, `${id}:${objectName}`, new Date(beganAt))
      const afterMs = next.getTime() - beganAt
      return { id, objectName, due: new Date(beganAt + (afterMs * spreadMs) / intervalMs) }
    })
    await client.query(
      `update installation_objects o set next_run_time = due
         from unnest($1::text[], $2::text[], $3::timestamptz[]) as w (id, object_name, due)
        where o.installation_id = w.id and o.object_name = w.object_name`,
      [
        objects.map(({ id }) => id),
        objects.map(({ objectName }) => objectName),
        objects.map(({ due }) => due),
      ],
    )
    return objects
  } finally {
    client.release()
  }
}
