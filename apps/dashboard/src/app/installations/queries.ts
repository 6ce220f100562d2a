import type { Client, OptionsOf, Page, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'
import { withTimeRange, type Timed } from '../api/time-filter.ts'

export type OperationFilter = Timed<OptionsOf<'get', `${typeof base}/operations`>['query']>
export type LogFilter = Timed<OptionsOf<'get', `${typeof base}/logs`>['query']>

type InstallationFilter = Pick<
  NonNullable<OptionsOf<'get', `${typeof base}/installations`>['query']>,
  'groupRef' | 'sort' | 'health'
>

/** Most requests for a page of which the server has found no entry yet. */
const maxRequests = 5

export interface TimelineOfInstallation {
  entry: Schemas['TimelineEntry']
  integrationId: string
  /** Absent if all entries belong to one installation. */
  integrationName?: string
}

/** Returns the first page with entries: a page of a list filtered by health may have none although more follow. */
async function firstWithEntries<Row>(
  request: (pageToken?: string) => Promise<Page<Row[]>>,
): Promise<Page<Row[]>> {
  let page = await request()
  for (let count = 1; page.data.length === 0 && page.nextPageToken && count < maxRequests; count++)
    page = await request(page.nextPageToken)
  return page
}

export function installationQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    installations: (filter: InstallationFilter = {}): ListQuery<Schemas['Installation']> => ({
      key: key('installations', JSON.stringify(filter)),
      page: (page) =>
        firstWithEntries((pageToken = page.pageToken) =>
          client.page(`${base}/installations`, {
            params,
            query: { ...filter, ...page, ...(pageToken && { pageToken }) },
          }),
        ),
    }),
    installationsOf: (
      integrationId: string,
      filter: Omit<InstallationFilter, 'sort'> = {},
    ): ListQuery<Schemas['Installation']> => ({
      key: key('installations', integrationId, JSON.stringify(filter)),
      page: (page) =>
        firstWithEntries((pageToken = page.pageToken) =>
          client.page(`${base}/integrations/{integrationId}/installations`, {
            params: { ...params, integrationId },
            query: { ...filter, ...page, ...(pageToken && { pageToken }) },
          }),
        ),
    }),
    installation: (
      integrationId: string,
      installationId: string,
    ): Query<Schemas['Installation']> => ({
      key: key('installation', installationId),
      fetch: () =>
        client.get(`${base}/integrations/{integrationId}/installations/{installationId}`, {
          params: { ...params, integrationId, installationId },
        }),
    }),
    allOperations: (filter: OperationFilter): ListQuery<Schemas['Operation']> => ({
      key: key('all-operations', JSON.stringify(filter)),
      page: (page) =>
        client.page(`${base}/operations`, { params, query: { ...withTimeRange(filter), ...page } }),
    }),
    allLogs: (filter: LogFilter): ListQuery<Schemas['OperationLog']> => ({
      key: key('all-logs', JSON.stringify(filter)),
      page: (page) =>
        client.page(`${base}/logs`, { params, query: { ...withTimeRange(filter), ...page } }),
    }),
    timeline: (
      integrationId: string,
      installationId: string,
    ): ListQuery<Schemas['TimelineEntry']> => ({
      key: key('timeline', installationId),
      page: (query) =>
        client.page(
          `${base}/integrations/{integrationId}/installations/{installationId}/timeline`,
          { params: { ...params, integrationId, installationId }, query },
        ),
    }),
    /** Merges the latest history of several installations, newest first. */
    timelines: (
      installations: readonly Schemas['Installation'][],
      pageSize: number,
    ): Query<TimelineOfInstallation[]> => ({
      key: key('timeline', ...installations.map(({ id }) => id)),
      fetch: async () => {
        const isOne = installations.length === 1
        const all = await Promise.all(
          installations.map(async ({ id, integrationId, integrationName }) => {
            const path =
              `${base}/integrations/{integrationId}/installations/{installationId}/timeline` as const
            const entries = await client.get(path, {
              params: { ...params, integrationId, installationId: id },
              query: { pageSize },
            })
            return entries.map((entry) => ({
              entry,
              integrationId,
              ...(!isOne && { integrationName }),
            }))
          }),
        )
        return all
          .flat()
          .toSorted((one, other) => other.entry.time.localeCompare(one.entry.time))
          .slice(0, pageSize)
      },
    }),
    customFields: (
      integrationId: string,
      installationId: string,
    ): ListQuery<Schemas['CustomField']> => ({
      key: key('custom-fields', installationId),
      page: (query) => {
        const path =
          `${base}/integrations/{integrationId}/installations/{installationId}/custom-fields` as const
        return client.page(path, { params: { ...params, integrationId, installationId }, query })
      },
    }),
    operation: (operationId: string): Query<Schemas['Operation']> => ({
      key: key('operation', operationId),
      fetch: () =>
        client.get(`${base}/operations/{operationId}`, { params: { ...params, operationId } }),
    }),
    logs: (operationId: string): ListQuery<Schemas['Log']> => ({
      key: key('logs', operationId),
      page: (query) =>
        client.page(`${base}/operations/{operationId}/logs`, {
          params: { ...params, operationId },
          query,
        }),
    }),
  }
}
