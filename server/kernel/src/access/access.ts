import type { OperationDefinition, OrgId, OrgRole } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import type { AdmittedProject, Caller, LinkMaker, ProjectRef } from './caller.ts'

/** The organization of a request, and the caller's role in it. */
export interface OrgRef {
  id: OrgId
  /** Undefined for operations that non-members may call in order to join. */
  role: OrgRole | undefined
}

/** Authenticates and authorizes callers. Rejections are thrown as problems. */
export interface Access {
  /** Verifies the credential of a request and that a caller of its kind may use the operation. */
  authenticate(request: FastifyRequest, operation: OperationDefinition): Promise<Caller>
  /**
   * Returns the project that the request names if the caller has the required permission in it. A
   * project of another tenant is reported as not found.
   */
  project(
    caller: Caller,
    operation: OperationDefinition,
    params: { projectIdOrName: string; [name: string]: unknown },
  ): Promise<AdmittedProject>
  /** Authorizes an operation on the organization in the path. */
  organization(
    caller: Caller,
    operation: OperationDefinition,
    params: { orgId: string },
  ): Promise<OrgRef>
  /** Reports whether the maker of a connect link may still do what it allows. */
  mayLinkBeUsed(project: ProjectRef, madeWith: LinkMaker | null): Promise<boolean>
  /** Clears cached keys, projects and roles after one of them has changed. */
  forget(): void
}
