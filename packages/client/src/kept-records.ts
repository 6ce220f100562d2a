import type { Client } from './client.ts'
import type { Schemas } from './schemas.ts'

const path =
  '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}/records'

/**
 * Returns the current records of an object with `keepRecords`, page by page. Continue later with the
 * `updateTime` of the last record as `updatedAfter`.
 */
export async function* iterateRecords(
  client: Pick<Client, 'get'>,
  params: {
    projectIdOrName: string
    integrationId: string
    installationId: string
    objectName: string
  },
  query: { updatedAfter?: string; includeDeleted?: boolean; pageSize?: number } = {},
): AsyncGenerator<Schemas['CurrentRecord'], void> {
  let pageToken: string | undefined
  do {
    const page: Schemas['KeptRecords'] = await client.get(path, {
      params,
      query: { ...query, ...(pageToken !== undefined && { pageToken }) },
    })
    yield* page.results
    pageToken = page.pagination.nextPageToken
  } while (pageToken !== undefined)
}
