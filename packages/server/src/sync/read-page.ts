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
 * Reads a page; answers `large` when it begins with a record that is more than is taken in beside others.
 */
export async function readPage(
  connector: Connector,
  client: ProviderClient,
  request: ReadRequest,
): Promise<TakenPage | 'large'> {
  try {
    return { ...(await connector.read(client, request)), leftOut: [] }
  } catch (error) {
    if (isTooLarge(error)) return 'large'
    throw error
  }
}

/**
 * Reads that page by a client that takes in as much as the process may hold of one. What is more even
 * alone is asked for without its fields, to say which record is left out and to go on behind it.
 */
export async function readLargePage(
  connector: Connector,
  client: ProviderClient,
  request: ReadRequest,
): Promise<TakenPage> {
  try {
    return { ...(await connector.read(client, request)), leftOut: [] }
  } catch (error) {
    if (!isTooLarge(error) || request.fieldNames.length === 0) throw error
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

export const isTooLarge = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.failure === 'too-large'
