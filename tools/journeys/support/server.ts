import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { createClient } from '@platform/client'
import { setUpProject } from '@platform/quickstart'
import { sandboxProviders } from '@platform/sandbox'
import { bundlePrograms } from '../../testing/src/bundled-programs.ts'
import { dataFolder, freePorts, startProgram, stopProgram, whenReady } from './program.ts'

/** Reads all contacts of both providers. */
export const fullHistoryManifest = `
specVersion: 1.0.0
integrations:
  - name: salesforce-sync
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          requiredFields: [{ fieldName: Id }, { fieldName: Email }, { fieldName: LastName }]
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
  - name: hubspot-sync
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields: [{ fieldName: hs_object_id }, { fieldName: email }]
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
`

/**
 * Starts a server as in production, except that webhooks may use plain HTTP: set up by CLI and API,
 * with both integrations deployed and every event routed to the webhook.
 */
export async function startServer({
  sandbox,
  sourceYaml = fullHistoryManifest,
  webhookUrl,
  databaseUrl,
  data: given,
  role = 'all',
  settings = {},
}: {
  sandbox: { salesforceUrl: string; hubspotUrl: string }
  sourceYaml?: string
  webhookUrl: string
  /** A PostgreSQL to share; without it, the server starts its own. */
  databaseUrl?: string
  /** Removed when the server is stopped. Default: a new one. */
  data?: Awaited<ReturnType<typeof dataFolder>>
  role?: 'all' | 'api'
  settings?: Record<string, string>
}) {
  const data = given ?? (await dataFolder())
  const [port] = await freePorts(1)
  const baseUrl = `http://127.0.0.1:${port}`
  const { serve, cli, env: envOfBundle } = await bundlePrograms()
  const env = {
    ...envOfBundle,
    PLATFORM_DATA: data.path,
    PLATFORM_PORT: String(port),
    PLATFORM_DEVELOPMENT: 'true',
    PLATFORM_ROLE: role,
    ...(databaseUrl && {
      DATABASE_URL: databaseUrl,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
    }),
    PLATFORM_PROVIDERS: JSON.stringify(sandboxProviders(sandbox)),
    ...settings,
  }
  let server = startProgram(serve, { env })
  await whenReady(baseUrl, server)

  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, 'bootstrap', '--org', 'Acme', '--project', 'journey'],
    { env: { ...process.env, ...env } },
  )
  const { apiKey, projectName } = JSON.parse(stdout) as { apiKey: string; projectName: string }
  const client = createClient({ baseUrl, apiKey })
  await setUpProject(client, {
    projectName,
    destinationName: 'webhook',
    webhookUrl,
    sourceYaml,
  })
  return {
    client,
    baseUrl,
    apiKey,
    projectName,
    process: () => server.process,
    /** Starts another engine process on the same database. */
    startEngine: () => startProgram(serve, { args: ['--role=engine'], env }),
    /** Starts another process on another machine, which reaches the database at this address. */
    startElsewhere: (
      through: readonly string[],
      at: { role: 'api' | 'engine'; databaseUrl: string },
    ) =>
      startProgram(serve, {
        args: [`--role=${at.role}`],
        env: { ...env, DATABASE_URL: at.databaseUrl },
        through,
      }),
    async kill() {
      server.process.kill('SIGKILL')
      await server.ended
    },
    async start() {
      server = startProgram(serve, { env })
      await whenReady(baseUrl, server)
    },
    async stop() {
      await stopProgram(server)
      await data.remove()
    },
  }
}
