import type { Schemas } from '@platform/client'
import { signInBy } from '../../testing/src/browser.ts'
import { eventually } from '../support/program.ts'
import type { RunningCommand } from './shell.ts'
import type { TaskPlace } from './task.ts'

/** How long the score waits for something that the agent's work must bring about. */
export const maxScoreWaitMs = 60_000

/** How a backend is started, and what it must do besides receiving. */
export interface BackendScore {
  /** Command that must succeed before the start. */
  build?: string
  start?: string
  /** A page that must answer as before. */
  page?: { path: string; text: string }
  /** Looks at the running backend, once it has received the records. Returns what is missing. */
  check?(origin: string): Promise<string[]>
}

/**
 * Starts the agent's backend, and acts as its customer: gets a token from it, connects, and installs. The server
 * must then have delivered the records of the customer to the backend.
 */
export async function scoreBackend(
  place: TaskPlace,
  { build, start = 'exec node --env-file=.env server.mjs', page, check }: BackendScore = {},
): Promise<string[]> {
  const { call } = place
  const integrations = await call<Schemas['Integration'][]>('GET', '/v1/{p}/integrations')
  const integration = integrations.find(({ latestRevision: { content } }) =>
    content.read?.objects?.some(({ objectName }) => objectName === 'Contact'),
  )
  if (!integration) return ['No deployed integration reads contacts.']
  if (build !== undefined) {
    const { exitCode, output } = await place.shell.run(build)
    if (exitCode !== 0) return [`The backend cannot be built: ${output.slice(-500)}`]
  }
  const server = place.shell.start(start)
  try {
    const token = await fetchFrom(place, server, '/api/platform-token')
    if (token instanceof Error) return [`The backend returned no token: ${token.message}`]
    const faults = []
    if (page) {
      const shown = await fetchFrom(place, server, page.path)
      if (shown !== page.text) faults.push(`${page.path} does not answer as before.`)
    }
    faults.push(...(await scoreDelivery(place, { token, integration })))
    if (faults.length === 0 && check) faults.push(...(await check(getOrigin(place))))
    return faults
  } finally {
    await server.stop()
  }
}

/** Fetches from the backend, which may still be starting. Returns an error if it has ended. */
async function fetchFrom(
  { port }: TaskPlace,
  server: RunningCommand,
  path: string,
): Promise<string | Error> {
  return eventually(async () => {
    if (!server.isRunning()) {
      const { output } = await server.ended
      return new Error(`it ended: ${output.slice(-500)}`)
    }
    // It does not listen yet.
    const reply = await fetch(`${getOrigin({ port })}${path}`).catch(() => undefined)
    if (!reply) return undefined
    const text = await reply.text()
    return reply.ok ? text : new Error(`${path} answered ${reply.status}: ${text.slice(0, 500)}`)
  }, maxScoreWaitMs).catch((error: Error) => error)
}

const getOrigin = ({ port }: Pick<TaskPlace, 'port'>) => `http://localhost:${port}`

async function scoreDelivery(
  { baseUrl, project, call }: TaskPlace,
  { token, integration }: { token: string; integration: Schemas['Integration'] },
): Promise<string[]> {
  const asCustomer = async <Reply>(path: string, body: object): Promise<Reply | Error> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const reply = await response.text()
    if (!response.ok)
      return new Error(`${path} answered ${response.status}: ${reply.slice(0, 500)}`)
    // The start of a sign-in is answered by its URL alone.
    const isJson = response.headers.get('content-type')?.includes('json')
    return (isJson ? JSON.parse(reply) : reply) as Reply
  }
  const customer = { groupRef: 'company-1', consumerRef: 'user-1' }
  const begin = await asCustomer<string>('/v1/oauth-connect', {
    ...{ projectIdOrName: project, provider: 'salesforce' },
    ...customer,
  })
  if (begin instanceof Error) return [`The customer cannot connect: ${begin.message}`]
  const { page } = await signInBy(begin)
  if (!page.ok) return [`The customer cannot sign in: ${await page.text()}`]
  const installed = await asCustomer<{ id: string }>(
    `/v1/projects/${project}/integrations/${integration.name}/installations`,
    { groupRef: customer.groupRef, config: { content: { read: { objects: { Contact: {} } } } } },
  )
  if (installed instanceof Error) return [`The customer cannot install: ${installed.message}`]
  const hasReceived = async () => (await countReceived(call)) > 0
  return eventually(hasReceived, maxScoreWaitMs).then(
    () => [],
    () => ['The backend did not receive the records.'],
  )
}

/** Returns how many messages backends have accepted or committed. */
async function countReceived(call: TaskPlace['call']): Promise<number> {
  const destinations = await call<Schemas['Destination'][]>('GET', '/v1/{p}/destinations')
  let received = 0
  for (const { id, type } of destinations) {
    if (type === 'pull') {
      const path = `/v1/{p}/destinations/${id}/consumers`
      const consumers = await call<Schemas['PullConsumer'][]>('GET', path)
      received += consumers.reduce((sum, { cursor }) => sum + Number(cursor), 0)
      continue
    }
    const path = `/v1/{p}/deliveries?destinationId=${id}&status=delivered&type=read`
    received += (await call<unknown[]>('GET', path)).length
  }
  return received
}
