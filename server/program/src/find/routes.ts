import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http'
import type { Services } from '@platform/kernel/services'
import { findResources } from './find.ts'
import { listGroupSummaries } from './group-summaries.ts'

export function findRoutes(api: Api, services: Services): void {
  api.serve(contract.find, ({ query, project, db }) =>
    findResources(services, db, {
      text: query.text,
      projectId: project.id,
      capabilities: project.capabilities,
    }),
  )
  api.serve(contract.listGroupSummaries, ({ query, project, db }) =>
    listGroupSummaries(services, db, {
      ...query,
      projectId: project.id,
      capabilities: project.capabilities,
    }),
  )
}
