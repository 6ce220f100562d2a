import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http'
import { beginToEraseConsumer, beginToEraseGroup, eraseConsumer, eraseGroup } from './erasure.ts'

export function personalDataRoutes(api: Api): void {
  api.serve(contract.eraseGroup, {
    prepare: ({ params: { groupRef }, project, db }) =>
      beginToEraseGroup(db, { projectId: project.id, groupRef }),
    carryOut: ({ params: { groupRef }, project, db }, begun) =>
      eraseGroup(db, { projectId: project.id, groupRef }, begun),
  })
  api.serve(contract.eraseConsumer, {
    prepare: ({ params: { consumerRef }, project, db }) =>
      beginToEraseConsumer(db, { projectId: project.id, consumerRef }),
    carryOut: ({ params: { consumerRef }, project, db }, begun) =>
      eraseConsumer(db, { projectId: project.id, consumerRef }, begun),
  })
}
