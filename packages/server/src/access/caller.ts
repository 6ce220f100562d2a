import type { ApiKeyId, BuilderId, OrgId, ProjectId } from '@platform/contract'

/** The project that a request is about. */
export interface ProjectRef {
  id: ProjectId
  name: string
  appName: string
  orgId: OrgId
}

/** Who sends a request, once the credential has been verified. */
export type Caller =
  | { kind: 'nobody' }
  | {
      kind: 'builder'
      builderId: BuilderId
      email: string
      emailVerified: boolean
    }
  | { kind: 'full' | 'frontend'; apiKeyId: ApiKeyId; project: ProjectRef }
  | { kind: 'consumer'; project: ProjectRef; groupRef: string; consumerRef: string }
