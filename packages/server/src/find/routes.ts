import * as contract from '@platform/contract'
import type { Api } from '../http/api.ts'
import { find } from './find.ts'

export function findRoutes(api: Api): void {
  api.serve(contract.find, ({ query, project, db }) =>
    find(db, { text: query.text, projectId: project.id, role: project.role }),
  )
}
