import {
  ProviderError,
  type AssociationReader,
  type Connector,
  type ProviderClient,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'
import { withAssociations } from '@platform/connections/provider/associations'

export interface TakenPage extends ReadPage {
  /** IDs of existing records that are too large. */
  leftOut: readonly string[]
  leftOutBecause?: string
}

/**
 * Reads a page with its associations; returns `large` if it starts with a record that is too large
 * to be read together with others.
 */
export async function readPage(
  connector: Connector,
  client: ProviderClient,
  request: ReadRequest,
  associations?: AssociationReader,
): Promise<TakenPage | 'large'> {
  try {
    return await readWhole(connector, client, request, associations)
  } catch (error) {
    if (isTooLarge(error)) return 'large'
    throw error
  }
}

async function readWhole(
  connector: Connector,
  client: ProviderClient,
  request: ReadRequest,
  associations: AssociationReader | undefined,
): Promise<TakenPage> {
  const page = await connector.read(client, request)
  if (!associations) return { ...page, leftOut: [] }
  return { ...page, ...(await withAssociations(associations, client, page.records)), leftOut: [] }
}

/** Page sizes tried for records with many associations, largest first. */
const smallerSizes = [25, 1]

/**
 * Reads that page with a client that accepts as much as the process can hold. A record that is even
 * larger is requested without its fields, to report the skipped record and continue after it.
 */
export async function readLargePage(
  connector: Connector,
  client: ProviderClient,
  request: ReadRequest,
  associations?: AssociationReader,
): Promise<TakenPage> {
  const sizes = associations ? [undefined, ...smallerSizes] : [undefined]
  let reason: ProviderError | undefined
  for (const pageSize of sizes) {
    try {
      const asked = pageSize === undefined ? request : { ...request, pageSize }
      const page = await readWhole(connector, client, asked, associations)
      return pageSize === undefined ? page : { ...page, smallerPage: pageSize }
    } catch (error) {
      if (!isTooLarge(error) || (request.fieldNames.length === 0 && !associations)) throw error
      reason = error
    }
  }
  const page = await connector.read(client, { ...request, fieldNames: [], pageSize: 1 })
  return {
    ...page,
    records: [],
    smallerPage: 1,
    leftOut: page.records.map(({ id }) => id),
    ...(reason && { leftOutBecause: reason.message }),
  }
}

export const isTooLarge = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.failure === 'too-large'
