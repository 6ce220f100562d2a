import * as contract from '@platform/contract'
import type { Api } from '../http/api.ts'
import type { Services } from '../services.ts'
import { find } from './find.ts'

export function findRoutes(api: Api, services: Services): void {
  api.serve(contract.find, ({ query, project, db }) =>
    find(services, db, { text: query.text, projectId: project.id, role: project.role }),
  )
}
