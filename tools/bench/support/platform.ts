/** Starts a server like `serve`, with a simulated provider. */
import { newId } from '../../../server/kernel/src/db/new-id.ts'
import { createTenant } from '../../../server/program/src/main/bootstrap.ts'
import { startPlatform } from '../../../server/program/src/main/platform.ts'
import { readSettings } from '../../../server/program/src/main/settings/settings.ts'

export type BenchPlatform = Awaited<ReturnType<typeof startBenchPlatform>>

export async function startBenchPlatform({
  settings = {},
  providerOverrides,
}: {
  settings?: Record<string, string>
  providerOverrides: Record<string, Record<string, unknown>>
}) {
  const platform = await startPlatform(
    readSettings({
      DATABASE_URL: process.env['DATABASE_URL'],
      PLATFORM_MASTER_KEY: process.env['PLATFORM_MASTER_KEY'],
      PLATFORM_LOG: process.env['PLATFORM_LOG'],
      PLATFORM_LOG_SYSTEM: process.env['PLATFORM_LOG_SYSTEM'],
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'error',
      ...settings,
    }),
    { providerOverrides },
  )
  // A profiler writes its file only when the process exits by itself.
  process.once('SIGTERM', () => void platform.stop().then(() => process.exit(0)))
  return platform
}

/** A Salesforce on a local port, or at another address. */
export const salesforceOn = (port: number | string | undefined, host = '127.0.0.1') => ({
  salesforce: { baseURL: `http://${host}:${port}`, modules: null, metadata: null },
})

/**
 * Creates an organization with a project of this name, and a function that calls the API for it.
 */
export async function givenBenchProject({ database, services, url }: BenchPlatform, name: string) {
  const tenant = await createTenant(database, {
    org: name,
    project: name,
    owner: `owner@${name}.test`,
  })
  const projectId = tenant.projectId as `proj_${string}`
  const headers = { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' }
  return {
    projectId,
    headers,
    async call<Reply>(method: string, path: string, body: object): Promise<Reply> {
      const reply = await fetch(`${url}/v1/projects/${name}${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      })
      if (!reply.ok) throw new Error(await reply.text())
      return (await reply.json()) as Reply
    },
    /** Connects a new group to Salesforce, with its name as access token. */
    async connect(groupRef: string): Promise<void> {
      const issuedAt = Date.now()
      const tokens = { accessToken: groupRef, issuedAt, expiresAt: issuedAt + 86_400_000 }
      const credentials = await services.secrets.seal(
        projectId,
        JSON.stringify({ kind: 'authorizationCode', tokens }),
      )
      await database.everything
        .insertInto('groups')
        .values({ projectId, groupRef, groupName: groupRef })
        .execute()
      await database.everything
        .insertInto('consumers')
        .values({ projectId, consumerRef: groupRef, consumerName: groupRef })
        .execute()
      await database.everything
        .insertInto('connections')
        .values({
          projectId,
          id: newId('conn'),
          provider: 'salesforce',
          groupRef,
          consumerRef: groupRef,
          authScheme: 'oauth2/authorizationCode',
          status: 'working',
          credentials,
          providerMetadata: '{}',
          accessExpireTime: new Date(tokens.expiresAt),
        })
        .execute()
    },
  }
}
