import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxControl } from '@platform/sandbox'
import { formatCounted } from '../../../server/kernel/src/values/text.ts'

/** Objects and fields that each provider writes, changes and reads. */
export const loadProviders = [
  {
    integration: 'crm',
    provider: 'salesforce',
    objectName: 'Contact',
    lastName: 'LastName',
    email: 'Email',
  },
  {
    integration: 'hub',
    provider: 'hubspot',
    objectName: 'contacts',
    lastName: 'lastname',
    email: 'email',
  },
] as const

export type LoadIntegration = (typeof loadProviders)[number]['integration']

export const loadGroupRef = 'globex'

export const loadManifest = `
specVersion: 1.0.0
integrations:
${loadProviders
  .map(
    ({ integration, provider, objectName, lastName, email }) => `
  - name: ${integration}
    provider: ${provider}
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          requiredFields: [{ fieldName: ${lastName} }, { fieldName: ${email} }]
          backfill: { defaultPeriod: { fullHistory: true } }
    write:
      objects: [{ objectName: ${objectName} }]
    subscribe:
      objects:
        - objectName: ${objectName}
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
`,
  )
  .join('')}`

/** A write that is repeated with one Idempotency-Key until its outcome is known. */
export interface Write {
  integration: LoadIntegration
  name: string
  isAwaited: boolean
  operationId?: string
  /** Whether the platform replied that the outcome at the provider is unknown. */
  isUnknown: boolean
  /** Why it was permanently rejected. */
  rejection?: string
  /** Whether a repeated request with the same key returned another operation. */
  isRepliedDifferently: boolean
  sent: number
}

interface Reply {
  status: number
  body: {
    id?: string
    operationId?: string
    type?: string
    detail?: string
    retryable?: boolean
    status?: string
    result?: unknown
  }
}

export interface OperationState {
  status: string
  result: string
}

export type LoadApi = ReturnType<typeof createLoadApi>

/**
 * Calls the platform like a careful backend: repeats with the same key until the outcome is known.
 */
export function createLoadApi(given: { url: string; apiKey: string; projectName: string }) {
  const errors: string[] = []
  /** Returns a reply, or undefined if the connection broke. */
  const tryOnce = async (
    method: 'GET' | 'POST',
    path: string,
    { key, body }: { key?: string; body?: object } = {},
  ): Promise<Reply | undefined> => {
    try {
      const response = await fetch(
        given.url + path.replace('{p}', `projects/${given.projectName}`),
        {
          method,
          headers: {
            'x-api-key': given.apiKey,
            'content-type': 'application/json',
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(60_000),
        },
      )
      const reply = { status: response.status, body: (await response.json()) as Reply['body'] }
      if (reply.status === 500) errors.push(`${method} ${path}: ${reply.body.detail}`)
      return reply
    } catch {
      // The server was killed, or none listens.
      return undefined
    }
  }
  const call = async (
    ...request: Parameters<typeof tryOnce>
  ): Promise<Reply & { sent: number }> => {
    for (let sent = 1; ; sent++) {
      const reply = await tryOnce(...request)
      if (reply && (reply.status < 300 || reply.body.retryable !== true)) return { ...reply, sent }
      await sleep(150)
    }
  }
  return {
    call,
    errors,
    async stateOf(operationId: string): Promise<OperationState> {
      const { status, body } = await call('GET', `/v1/{p}/operations/${operationId}`)
      if (status !== 200) throw new Error(`Operation ${operationId} was not found.`)
      return { status: String(body.status), result: String(body.result) }
    },
  }
}

export interface Load {
  writes: Write[]
  /** Names of records created at the provider. */
  changes: string[]
  /** Operations of requested reads. */
  reads: string[]
  /** Connections created for their events, with the time of the request. */
  connected: { id: string; at: number }[]
}

/** Maximum number of concurrent requests for events. */
const maxConnecting = 64

/**
 * Writes, reads and changes records until stopped, and creates connections for this number of
 * events per second.
 */
export function startLoad(
  api: LoadApi,
  controls: Record<LoadIntegration, SandboxControl>,
  { eventsPerSecond = 0 }: { eventsPerSecond?: number } = {},
) {
  const load: Load = { writes: [], changes: [], reads: [], connected: [] }
  let isStopped = false

  const write = async (of: (typeof loadProviders)[number], n: number, isAwaited: boolean) => {
    const { integration, objectName, lastName, email } = of
    const name = `${integration}-${isAwaited ? 'awaited' : 'write'}-${n}`
    const request = [
      'POST',
      `/write/v1/{p}/integrations/${integration}/objects/${objectName}`,
      {
        key: randomUUID(),
        body: {
          groupRef: loadGroupRef,
          type: 'create',
          ...(!isAwaited && { mode: 'asynchronous' }),
          // Without an email, only the key prevents duplicates.
          record: { [lastName]: name, ...(n % 2 === 0 && { [email]: `${name}@x.test` }) },
        },
      },
    ] as const
    const { status, body, sent } = await api.call(...request)
    const { operationId } = body
    const isUnknown = body.type?.endsWith('write-outcome-unknown') === true
    const isRejected = status >= 300 && !isUnknown
    const again = n % 5 === 0 && operationId !== undefined ? await api.call(...request) : undefined
    load.writes.push({
      integration,
      name,
      isAwaited,
      isUnknown,
      sent,
      isRepliedDifferently: again !== undefined && again.body.operationId !== operationId,
      ...(operationId !== undefined && { operationId }),
      ...(isRejected && { rejection: `${status} ${body.type} ${body.detail}` }),
    })
  }
  let connecting = 0
  const connectOne = async (n: number) => {
    connecting++
    const at = Date.now()
    const { status, body } = await api.call('POST', '/v1/{p}/connections:generate', {
      key: randomUUID(),
      body: {
        provider: 'salesforce',
        oauth2AuthorizationCode: { accessToken: { token: `token-${n}` } },
        groupRef: `customer-${n}`,
        consumerRef: `customer-${n}`,
      },
    })
    connecting--
    if (status !== 201 || !body.id)
      throw new Error(`A connection was rejected: ${status} ${body.detail}`)
    load.connected.push({ id: body.id, at })
  }
  /** Keeps the rate over the whole run: what outages delay follows. */
  const connectMany = async () => {
    const beganAt = Date.now()
    const requests = new Set<Promise<void>>()
    for (let n = 0; !isStopped;) {
      const wanted = ((Date.now() - beganAt) / 1_000) * eventsPerSecond
      while (n < wanted && connecting < maxConnecting) {
        const request = connectOne(n++)
        requests.add(request)
        void request.then(() => requests.delete(request))
      }
      await sleep(20)
    }
    await Promise.all(requests)
  }
  const untilStopped = async (work: (n: number) => Promise<unknown>, restMs: number) => {
    for (let n = 0; !isStopped; n++) {
      await work(n)
      await sleep(restMs)
    }
  }
  const working = loadProviders.flatMap((of) => [
    untilStopped((n) => write(of, n, true), 100),
    untilStopped((n) => write(of, n, false), 150),
    untilStopped(async (n) => {
      const name = `${of.integration}-change-${n}`
      await controls[of.integration].createRecord(of.objectName, { [of.lastName]: name })
      load.changes.push(name)
    }, 250),
    untilStopped(async () => load.reads.push(await requestRead(api, of)), 1_000),
  ])
  if (eventsPerSecond > 0) working.push(connectMany())
  return {
    /** What was requested so far. */
    load,
    async stop(): Promise<Load> {
      isStopped = true
      await Promise.all(working)
      return load
    },
  }
}

/** Time limit for a read, which retries while servers are killed. */
const readEndsWithinMs = 900_000

/** Reads all records of the object; returns the operation, which has ended unless it takes too long. */
export async function requestRead(
  api: LoadApi,
  { integration, objectName }: (typeof loadProviders)[number],
): Promise<string> {
  const { status, body } = await api.call(
    'POST',
    `/read/v1/{p}/integrations/${integration}/objects/${objectName}`,
    { key: randomUUID(), body: { groupRef: loadGroupRef } },
  )
  if (!body.operationId) throw new Error(`A read was rejected: ${status} ${JSON.stringify(body)}`)
  const endsAt = Date.now() + readEndsWithinMs
  while (Date.now() < endsAt) {
    if ((await api.stateOf(body.operationId)).status !== 'in_progress') break
    await sleep(200)
  }
  return body.operationId
}

/** Summary of an operation that has read this number of records. */
export const readInWords = (records: number) => `Read ${formatCounted(records, 'record')}.`
