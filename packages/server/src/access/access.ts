import type { OperationDefinition } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller, ProjectRef } from './caller.ts'

/** Decides who calls and whether they may. Refusals are thrown as problems. */
export interface Access {
  /** Who sends the request: verifies its credential and that such a caller may use the operation. */
  authenticate(request: FastifyRequest, operation: OperationDefinition): Promise<Caller>
  /**
   * The project that the path names, once the caller may do in it what the operation needs. One
   * that belongs to another tenant answers exactly like one that does not exist.
   */
  project(
    caller: Caller,
    operation: OperationDefinition,
    params: { projectIdOrName: string },
  ): Promise<ProjectRef>
}
