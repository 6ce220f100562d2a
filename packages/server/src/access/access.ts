import type { OperationDefinition, OrgId, OrgRole } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller, ProjectRef } from './caller.ts'

/** The organization that a request is about, and the caller's role in it. */
export interface OrgRef {
  id: OrgId
  /** Undefined where the operation lets people in who are not members, to join. */
  role: OrgRole | undefined
}

/** Decides who calls and whether they may. Refusals are thrown as problems. */
export interface Access {
  /** Who sends the request: verifies its credential and that such a caller may use the operation. */
  authenticate(request: FastifyRequest, operation: OperationDefinition): Promise<Caller>
  /**
   * The project that the request names, once the caller may do in it what the operation needs. One
   * that belongs to another tenant answers exactly like one that does not exist.
   */
  project(
    caller: Caller,
    operation: OperationDefinition,
    params: { projectIdOrName: string },
  ): Promise<ProjectRef>
  /** Authorizes an operation on the organization in the path. */
  organization(
    caller: Caller,
    operation: OperationDefinition,
    params: { orgId: string },
  ): Promise<OrgRef>
  /** Forgets what was remembered of keys, projects and roles, because some of it has changed. */
  forget(): void
}
