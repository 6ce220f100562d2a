import * as contract from '@platform/contract'
import type { ProjectRef } from '@platform/kernel/access'
import type { Database } from '@platform/kernel/db/database'
import type { Api } from '@platform/kernel/http'
import { paginateMatching } from '@platform/kernel/http/paginate'
import type { Services } from '@platform/kernel/services'
import {
  createConnectLink,
  deleteConnectLink,
  getConnectLinkRow,
  getConnectPage,
  noSuchLink,
  toConnectLink,
} from './connect-links.ts'
import * as store from './store.ts'
import type { ConnectLinkRow } from './tables.ts'

export function connectLinkRoutes(api: Api, database: Database, services: Services): void {
  api.serve(contract.createConnectLink, ({ db, project, caller, params, body }) =>
    createConnectLink(services, db, {
      project,
      caller,
      integrationIdOrName: params.integrationIdOrName,
      body,
    }),
  )

  // Links end with what their maker may do, which is no column.
  api.serve(contract.listConnectLinks, ({ db, project, query }) =>
    paginateMatching(
      store.selectLinks(db, { ...query, integrationIds: project.integrationIds }),
      query,
      {
        toItems: async (rows) => (await selectUsable(api, project, rows)).map(toConnectLink),
        matches: () => true,
        keyOf: ({ id }) => id,
      },
    ),
  )

  api.serve(contract.getConnectLink, async ({ db, project, params: { connectLinkId: id } }) => {
    const { integrationIds } = project
    const row = await getConnectLinkRow(db, { id, integrationIds })
    if (!(await api.mayLinkBeUsed(project, row.madeWith))) throw noSuchLink(id)
    return toConnectLink(row)
  })

  api.serve(contract.deleteConnectLink, {
    // What its maker may do is no matter of the link's own transaction.
    present: async ({ db, project: { integrationIds }, params: { connectLinkId: id } }) =>
      toConnectLink(await getConnectLinkRow(db, { id, integrationIds })),
    carryOut: ({ db, project: { integrationIds }, params: { connectLinkId: id } }) =>
      deleteConnectLink(db, { id, integrationIds }),
  })

  api.serve(contract.getConnectPage, ({ caller }) => {
    // Every link belongs to a project, which the request does not name.
    const { project } = caller as Extract<typeof caller, { kind: 'consumer' }>
    return getConnectPage(database.tenant(project.id), caller)
  })
}

/** Leaves out the links whose makers have lost access. */
async function selectUsable(
  { mayLinkBeUsed }: Pick<Api, 'mayLinkBeUsed'>,
  project: ProjectRef,
  rows: readonly ConnectLinkRow[],
): Promise<ConnectLinkRow[]> {
  const byMaker = Map.groupBy(rows, ({ madeWith }) => JSON.stringify(madeWith))
  const usable = new Set<string>()
  for (const [maker, [row]] of byMaker) {
    if (row && (await mayLinkBeUsed(project, row.madeWith))) usable.add(maker)
  }
  return rows.filter(({ madeWith }) => usable.has(JSON.stringify(madeWith)))
}
