import { openConnection, type Request } from './client.ts'

/** Requests to send, with a concurrency or a rate. */
export interface HttpLoad {
  origin: string
  /** Maximum number of concurrent requests. */
  connections: number
  seconds: number
  /** Requests per second, regardless of replies; maximum speed if unset. */
  rate?: number | undefined
}

export interface LoadResult {
  sent: number
  failed: number
  perSecond: number
  /** In milliseconds from when each was due, including the wait for a free connection. */
  latenciesMs: number[]
  /** Latencies by status of the reply. */
  latenciesOf: Map<number, number[]>
}

/** Sends requests for some seconds. */
export async function applyLoad(
  { origin, connections, seconds, rate }: HttpLoad,
  next: (number: number) => Request,
): Promise<LoadResult> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(origin)))
  // Warm-up: code that runs for the first time is not compiled yet, on both sides.
  for (let round = 0; round < 20; round++) {
    await Promise.all(open.map((one) => one.send({ method: 'GET', path: '/', headers: {} })))
  }
  const latenciesMs: number[] = []
  const latenciesOf = new Map<number, number[]>()
  let failed = 0
  let number = 0
  const startMs = performance.now()
  const endMs = startMs + seconds * 1000

  const dueMs = (index: number) =>
    rate === undefined ? performance.now() : startMs + (index * 1000) / rate
  const send = async (connection: (typeof open)[number], index: number, due: number) => {
    const status = await connection.send(next(index))
    if (status >= 300) failed++
    const latencyMs = performance.now() - due
    latenciesMs.push(latencyMs)
    const alike = latenciesOf.get(status) ?? []
    alike.push(latencyMs)
    latenciesOf.set(status, alike)
  }

  if (rate === undefined) {
    await Promise.all(
      open.map(async (connection) => {
        while (performance.now() < endMs) await send(connection, number, dueMs(number++))
      }),
    )
  } else {
    const free = [...open]
    const late: number[] = []
    const underWay: Promise<void>[] = []
    const sendOn = async (connection: (typeof open)[number], first: number) => {
      for (let index: number | undefined = first; index !== undefined; index = late.shift())
        await send(connection, index, dueMs(index))
      free.push(connection)
    }
    while (performance.now() < endMs) {
      for (const due = ((performance.now() - startMs) * rate) / 1000; number < due; number++) {
        const connection = free.pop()
        if (connection) underWay.push(sendOn(connection, number))
        else late.push(number)
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await Promise.all(underWay)
  }
  const tookSeconds = (performance.now() - startMs) / 1000
  for (const connection of open) connection.close()
  latenciesMs.sort((a, b) => a - b)
  const sent = latenciesMs.length
  for (const alike of latenciesOf.values()) alike.sort((a, b) => a - b)
  return { sent, failed, perSecond: sent / tookSeconds, latenciesMs, latenciesOf }
}

/** Returns the latency that this fraction of the requests stayed below. */
export const getPercentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
