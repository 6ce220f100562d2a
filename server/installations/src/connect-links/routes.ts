import * as contract from '@platform/contract'
import type { Database } from '@platform/kernel/db/database'
import type { Api } from '@platform/kernel/http'
import { paginate } from '@platform/kernel/http/paginate'
import type { Services } from '@platform/kernel/services'
import {
  createConnectLink,
  deleteConnectLink,
  getConnectLink,
  getConnectPage,
  toConnectLink,
} from './connect-links.ts'
import * as store from './store.ts'

export function connectLinkRoutes(api: Api, database: Database, services: Services): void {
  api.serve(contract.createConnectLink, ({ db, project, caller, params, body }) =>
    createConnectLink(services, db, {
      project,
      caller,
      integrationIdOrName: params.integrationIdOrName,
      body,
    }),
  )

  api.serve(contract.listConnectLinks, ({ db, project: { integrationIds }, query }) =>
    paginate(store.selectLinks(db, { ...query, integrationIds }), query, toConnectLink),
  )

  api.serve(contract.getConnectLink, ({ db, project: { integrationIds }, params }) =>
    getConnectLink(db, { id: params.connectLinkId, integrationIds }),
  )

  api.serve(contract.deleteConnectLink, ({ db, project: { integrationIds }, params }) =>
    deleteConnectLink(db, { id: params.connectLinkId, integrationIds }),
  )

  api.serve(contract.getConnectPage, ({ caller }) => {
    // Every link belongs to a project, which the request does not name.
    const { project } = caller as Extract<typeof caller, { kind: 'consumer' }>
    return getConnectPage(database.tenant(project.id), caller)
  })
}
