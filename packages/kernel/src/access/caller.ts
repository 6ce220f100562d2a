import type { ApiKeyId, BuilderId, OrgId, OrgRole, ProjectId } from '@platform/contract'

/** Project of a request. */
export interface ProjectRef {
  id: ProjectId
  name: string
  appName: string
  orgId: OrgId
  /** Role of a builder. API keys have none and all permissions. */
  role?: OrgRole
}

/** The authenticated sender of a request. */
export type Caller =
  | { kind: 'nobody' }
  | {
      kind: 'builder'
      builderId: BuilderId
      email: string
      emailVerified: boolean
    }
  | { kind: 'full'; apiKeyId: ApiKeyId; label: string; project: ProjectRef }
  | {
      kind: 'frontend'
      apiKeyId: ApiKeyId
      /** Label of the key. */
      label: string
      project: ProjectRef
      /** Origin of the calling page; set only if the key is bound to origins. */
      origin?: string
    }
  | {
      kind: 'consumer'
      project: ProjectRef
      groupRef: string
      consumerRef: string
      /** Origin of the calling page; set only if the project lists origins. */
      origin?: string
    }

/** The actor of a change, as recorded for later. */
export function nameOfCaller(caller: Caller): string {
  switch (caller.kind) {
    case 'builder':
      return `builder:${caller.email}`
    case 'consumer':
      return `consumer:${caller.consumerRef}`
    case 'nobody':
      return 'nobody'
    default:
      return `api-key:${caller.apiKeyId}`
  }
}

/** Reports whether the text is the stored name of a caller. */
export const isNameOfCaller = (by: string): boolean =>
  by === 'nobody' || /^(?:builder|consumer|api-key):/.test(by)

/** Returns the name of a caller for use in a sentence. */
export function spokenName(by: string): string {
  const [kind, name = ''] = by.split(/:(.*)/s)
  switch (kind) {
    case 'builder':
      return name
    case 'consumer':
      return `the end user ${name}`
    case 'api-key':
      return `your backend (${name})`
    default:
      return by
  }
}
