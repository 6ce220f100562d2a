import {
  ProviderError,
  type Connector,
  type ProviderClient,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'

export interface TakenPage extends ReadPage {
  /** IDs of records that are there and are more than can be taken in. */
  leftOut: readonly string[]
  leftOutBecause?: string
}

/**
 * Reads a page. Where a single record is more than can be taken in, it is asked for without its fields,
 * to say which one is left out and to go on behind it.
 */
export async function readPage(
  connector: Connector,
  client: ProviderClient,
  request: ReadRequest,
): Promise<TakenPage> {
  try {
    return { ...(await connector.read(client, request)), leftOut: [] }
  } catch (error) {
    const isTooLarge = error instanceof ProviderError && error.failure === 'too-large'
    if (!isTooLarge || request.fieldNames.length === 0) throw error
    const page = await connector.read(client, { ...request, fieldNames: [], pageSize: 1 })
    return {
      ...page,
      records: [],
      smallerPage: 1,
      leftOut: page.records.map(({ id }) => id),
      leftOutBecause: error.message,
    }
  }
}
