import type { ProjectId } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import * as store from '../store.ts'
import type { Credentials } from './credentials.ts'

export const openCredentials = async (
  services: Services,
  row: { projectId: ProjectId; credentials: Buffer },
): Promise<Credentials> =>
  JSON.parse(await services.secrets.open(row.projectId, row.credentials)) as Credentials

export const connectionNotFound = (id: string) =>
  new Problem('connection-not-found', { detail: `No connection has the ID ${id}.` })

/** Interface for `provider/`, which uses and refreshes the credentials of a connection. */
export const findConnection = store.findConnection
export const renewCredentials = store.renewCredentials
export const noteRefreshFailure = store.noteRefreshFailure
export const noteRefresh = store.noteRefresh
export const takeTrial = store.takeTrial
export const setTrial = store.setTrial
export {
  acceptClient,
  chooseProviderApp,
  refuseClient,
} from '@platform/tenancy/projects/provider-apps'
export type { ConnectionRow } from '../store.ts'
