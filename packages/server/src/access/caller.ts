import type { ApiKeyId, BuilderId, OrgId, OrgRole, ProjectId } from '@platform/contract'

/** The project that a request is about. */
export interface ProjectRef {
  id: ProjectId
  name: string
  appName: string
  orgId: OrgId
  /** Of the builder who calls; a key has none and all permissions. */
  role?: OrgRole
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
  | { kind: 'full'; apiKeyId: ApiKeyId; label: string; project: ProjectRef }
  | {
      kind: 'frontend'
      apiKeyId: ApiKeyId
      /** What people call the key. */
      label: string
      project: ProjectRef
      /** Whose page it is that calls; only where the key is bound to origins. */
      origin?: string
    }
  | {
      kind: 'consumer'
      project: ProjectRef
      groupRef: string
      consumerRef: string
      /** Whose page it is that calls; only where the project names origins. */
      origin?: string
    }

/** Who did something, for people who look at it later. */
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

/** Whether it is how some caller is named. */
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
