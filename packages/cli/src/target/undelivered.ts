import { ProblemError, type Schemas } from '@platform/client'
import { everyPage } from './every-page.ts'
import type { CliTarget } from './target.ts'

const base = '/v1/projects/{projectIdOrName}'
const pageSize = 100

/** A destination that does not accept messages of an installation. */
export interface UndeliveredTo {
  /** Name of the destination. */
  destination: string
  status: Schemas['Delivery']['status']
  lastError?: string
  nextAttemptTime?: string
}

/**
 * Lists the destinations of failing and paused deliveries of an installation, each with its latest delivery. The list
 * is empty if the credentials may not read deliveries.
 */
export async function listUndelivered(
  { client, project }: CliTarget,
  installationId: string,
): Promise<UndeliveredTo[]> {
  const params = { projectIdOrName: project }
  const list = (status: 'failing' | 'paused') =>
    client.get(`${base}/deliveries`, { params, query: { installationId, status, pageSize } })
  try {
    const latest = new Map<string, Schemas['Delivery']>()
    for (const delivery of [...(await list('paused')), ...(await list('failing'))]) {
      if (!latest.has(delivery.destinationId)) latest.set(delivery.destinationId, delivery)
    }
    if (latest.size === 0) return []
    const destinations = await everyPage((query) =>
      client.page(`${base}/destinations`, { params, query }),
    )
    return [...latest].map(([id, { status, lastError, nextAttemptTime }]) => ({
      destination: destinations.find((one) => one.id === id)?.name ?? id,
      status,
      ...(lastError !== undefined && { lastError }),
      ...(nextAttemptTime !== undefined && { nextAttemptTime }),
    }))
  } catch (error) {
    if (error instanceof ProblemError && error.status === 403) return []
    throw error
  }
}
