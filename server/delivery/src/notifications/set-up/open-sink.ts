import type { DestinationCredentials } from '@platform/contract'
import { isDatabaseAway } from '@platform/kernel/db/errors'
import type { Secrets } from '@platform/kernel/secrets'
import { sinkTypes } from '@platform/sinks/sink-types'
import type { SigningKeys } from '@platform/sinks/webhook/signing'
import { withOwnTimeLimit, type Sink, type SinkContext } from '@platform/sinks/sink'
import type { DestinationRow } from './routing.ts'
import { openMetadata } from './sealed-headers.ts'

/** Opens the sink of a destination. Undecryptable secrets fail every attempt with the reason. */
export async function openSink(
  row: DestinationRow,
  secrets: Secrets,
  context: SinkContext,
): Promise<Sink> {
  const { id, projectId, name, type } = row
  const unseal = async <T>(sealed: Buffer | null): Promise<T | undefined> =>
    sealed ? (JSON.parse(await secrets.open(projectId, sealed)) as T) : undefined
  try {
    const [metadata, credentials, signing] = await Promise.all([
      openMetadata(secrets, row),
      unseal<DestinationCredentials>(row.credentials),
      unseal<SigningKeys>(row.signing),
    ])
    return sinkTypes[type].open(
      {
        id,
        projectId,
        name,
        metadata,
        credentials: credentials ?? {},
        ...(signing && { signing }),
      },
      withOwnTimeLimit(context, metadata),
    )
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    return makeMisconfiguredSink(`Its secrets cannot be opened: ${(error as Error).message}`)
  }
}

const makeMisconfiguredSink = (detail: string): Sink => ({
  maxBatch: 1,
  maxBatchBytes: Infinity,
  lingerMs: 0,
  send: async () => [{ succeeded: false, class: 'misconfigured', detail }],
  close() {},
})
