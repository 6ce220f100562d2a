/** Starts a server like `serve`, for the series through `connections:generate`. */
import { answerBenchmark } from './answer.ts'
import { salesforceAt } from '../../sandbox/src/index.ts'
import { createTenant } from '../../../server/program/src/main/bootstrap.ts'
import { startPlatform } from '../../../server/program/src/main/platform.ts'
import { readSettings } from '../../../server/program/src/main/settings/settings.ts'

const port = Number(process.argv[2])
const { salesforce } = salesforceAt(process.argv[3]!)
const platform = await startPlatform(
  readSettings({
    DATABASE_URL: process.env['DATABASE_URL']!,
    PLATFORM_MASTER_KEY: process.env['PLATFORM_MASTER_KEY']!,
    PLATFORM_DEVELOPMENT: 'true',
    PLATFORM_PORT: String(port),
    PLATFORM_RATE_LIMIT: '100000000',
    PLATFORM_LOG_LEVEL: 'warn',
  }),
  {
    providerOverrides: {
      salesforce: {
        ...salesforce,
        oauth2Opts: { ...salesforce.oauth2Opts, grantType: 'clientCredentials' },
      },
    },
  },
)

let projects = 0

answerBenchmark(port, async (urls) => {
  const name = `bench-${++projects}`
  const { apiKey } = await createTenant(platform.database, {
    org: 'Bench',
    project: name,
    owner: `${name}@bench.test`,
  })
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const create = async (path: string, body: object) => {
    const url = `${platform.url}/v1/projects/${name}/${path}`
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(await reply.text())
    return (await reply.json()) as { id: string }
  }
  const topic = await create('topics', { name: 'all' })
  await create('notification-event-topic-routes', {
    topicId: topic.id,
    eventType: 'connection.created',
  })
  for (const [index, url] of urls.entries()) {
    const destination = await create('destinations', {
      name: `receiver-${index}`,
      type: 'webhook',
      metadata: { url },
    })
    await create('topic-destination-routes', { topicId: topic.id, destinationId: destination.id })
  }
  return { path: `/v1/projects/${name}/connections:generate`, headers }
})

process.once('SIGTERM', () => void platform.stop().then(() => process.exit(0)))
process.once('disconnect', () => process.exit())
