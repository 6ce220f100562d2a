import type { ReceiveToken } from '@platform/contract/receive-token'
import type { Client } from '../client.ts'
import { ProblemError } from '../problem.ts'

const path = '/v1/projects/{projectIdOrName}/destinations/{destination}'

/** Seconds that the platform waits for the next message. */
const waitSeconds = 30

/** Fetches the messages of a destination by a consumer, whose position the platform keeps. */
export function openStream(
  client: Client,
  { project, destination }: ReceiveToken,
  {
    consumer,
    signal,
    isWaiting,
  }: {
    consumer: string
    signal: AbortSignal | undefined
    /** Whether the platform waits for the next message. */
    isWaiting: boolean
  },
) {
  const params = { projectIdOrName: project, destination }
  let isCreated = false
  let handled: string | undefined
  let committed: string | undefined

  const ensureConsumer = async () => {
    if (isCreated) return
    try {
      await client.post(`${path}/consumers`, { params, body: { name: consumer, from: 'first' } })
    } catch (error) {
      if (!(error instanceof ProblemError) || error.kind !== 'pull-consumer-name-taken') throw error
    }
    isCreated = true
  }

  return {
    ensureConsumer,
    async next() {
      await ensureConsumer()
      return client.get(`${path}/messages`, {
        params,
        query: {
          consumer,
          ...(isWaiting && { wait: waitSeconds }),
          ...(handled !== undefined && handled !== committed && { after: handled }),
        },
        ...(signal && { signal }),
      })
    },
    done(cursor: string) {
      handled = cursor
    },
    /** Also after the signal has aborted: what is done is not handled again. */
    async commit() {
      if (handled === undefined || handled === committed) return
      const cursor = handled
      await client.post(`${path}/consumers/{consumer}:commit`, {
        params: { ...params, consumer },
        body: { cursor },
      })
      committed = cursor
    },
  }
}
