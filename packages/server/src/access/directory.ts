import type {
  ApiKeyId,
  BuilderId,
  FrontendKeys,
  OrgId,
  OrgRole,
  ProjectId,
} from '@platform/contract'
import type { AcrossTenants, Db } from '../db/database.ts'
import type { ProjectRef } from './caller.ts'

/** What access asks of the domains, on which it does not stand: they answer what they know of a credential. */
export interface Directory {
  /** The key with this hash and its project; undefined when there is none that is active. */
  findApiKey(
    db: AcrossTenants,
    hash: Buffer,
  ): Promise<
    | (ProjectRef & {
        apiKeyId: ApiKeyId
        label: string
        scopes: string[]
        expireTime: Date | null
        allowedOrigins: string[]
        projectOrigins: string[]
        frontendKeys: FrontendKeys
      })
    | undefined
  >
  /** Notes that a key is in use. */
  noteUse(db: AcrossTenants, apiKeyId: ApiKeyId): Promise<unknown>
  findProject(
    db: AcrossTenants,
    idOrName: string,
  ): Promise<(ProjectRef & { allowedOrigins: string[] }) | undefined>
  /** The project that a key for tokens of end users is registered with, while the key is active. */
  findProjectOfKey(db: AcrossTenants, kid: string): Promise<ProjectId | undefined>
  /** The key that verifies tokens of the project's end users, while it is active. */
  findVerifyingKey(
    db: Db,
    key: { projectId: ProjectId; kid: string },
  ): Promise<{ algorithm: string; publicKeyPem: string } | undefined>
  /** Notes that a token which the key verifies was accepted, and of whose end user. */
  noteTokenOf(db: Db, use: { kid: string; groupRef: string }): Promise<unknown>
  /** What the builder is in the organization, if a member. */
  findRole(db: AcrossTenants, builderId: BuilderId, orgId: OrgId): Promise<OrgRole | undefined>
  /** Whether a session of our own sign-in has ended whose tokens may still be about. */
  hasEnded(db: AcrossTenants, sessionId: string): Promise<boolean>
}
