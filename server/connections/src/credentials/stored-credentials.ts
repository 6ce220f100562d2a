import type { ProjectId } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import type { Credentials } from './credentials.ts'

export const openCredentials = async (
  services: Services,
  row: { projectId: ProjectId; credentials: Buffer },
): Promise<Credentials> =>
  JSON.parse(await services.secrets.open(row.projectId, row.credentials)) as Credentials

export const connectionNotFound = (id: string) =>
  new Problem('connection-not-found', { detail: `No connection has the ID ${id}.` })
