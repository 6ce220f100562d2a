import type {
  BodyOf,
  OperationDefinition,
  OrgId,
  ParamsOf,
  QueryOf,
  OperationReply,
} from '@platform/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OrgRef } from '../access/access.ts'
import type { AdmittedProject, Caller } from '../access/caller.ts'
import type { AcrossTenants, AnyView, Db } from '../db/database.ts'
import type { LastingAccess } from './lasting-access.ts'

/** Only operations without project and organization in their path may see all tenants. */
type ViewOf<Op extends OperationDefinition> = Op['path'] extends
  | `${string}{projectIdOrName}${string}`
  | `${string}{orgId}${string}`
  ? Db
  : BodyOf<Op> extends { projectIdOrName: unknown }
    ? Db
    : AcrossTenants

/** The parsed and checked inputs of a rule. */
export interface Call<Op extends OperationDefinition> {
  params: ParamsOf<Op>
  query: QueryOf<Op>
  body: BodyOf<Op>
  caller: Caller
  /** The project that the path (or else `body.projectIdOrName`) names; only on such operations. */
  project: AdmittedProject
  /** Organization of the path; only for such operations. */
  org: OrgRef
  /** Handle of the stage, restricted to the rows of that project or organization. */
  db: ViewOf<Op>
  /**
   * Names the organizations whose audit logs record the change, if the path names neither one nor a
   * project.
   */
  concerns(...orgIds: OrgId[]): void
  request: FastifyRequest
  reply: FastifyReply
  /**
   * The caller's access. Requests that last are checked again by themselves: before `carryOut`, and before
   * the reply of a read. Only a rule that may wait long for one reply checks it itself.
   */
  access: LastingAccess
}

/** Carries out an operation in one stage without outside calls. */
export type OperationRule<Op extends OperationDefinition> = (
  call: Call<Op>,
) => Promise<OperationReply<Op>> | OperationReply<Op>

/**
 * Carries out an operation in stages, because an external service such as a provider must be
 * called. No external service may be awaited while a transaction is open, so only `carryOut` may
 * run inside one. `load` reads the record that the operation changes, and locks it if a transaction
 * is open. It runs once before `prepare`, if there is one, and once before `carryOut`; each stage
 * gets its result.
 * 0. `admit` may reject the request before anything else runs or is stored, even for a key with a
 * stored reply. The function it returns is called when the request ends, whatever the outcome.
 * 1. `prepare` calls external services and validates. It may run for requests that are rejected
 * later, and again for repeated requests, so it changes nothing here, except that it may start an
 * erasure that takes several statements, which may be started again.
 * 2. `carryOut` decides and writes, in one transaction with its audit entry. The `ETag` is compared
 * there (and before `prepare`), and the reply is stored with the key there. What `prepare` saw may
 * have changed, so conditions are checked again.
 * 3. `conclude`, if present, runs after the commit and builds the reply from the result of
 * `carryOut`, which must be JSON. It may call external services: send accepted records, wait for
 * the outcome. With an `Idempotency-Key`, the result of `carryOut` is stored until the reply
 * exists, so a request repeated after a crash (or after `conclude` threw) continues here. No other
 * process concludes the same key at the same time, but an earlier one may have died after acting,
 * so `conclude` first checks the progress.
 * A replay of a key with a stored reply runs no stage.
 */
export type Stages<Op extends OperationDefinition, Prepared, Carried, Loaded = undefined> = {
  admit?: (call: Call<Op>) => (() => void) | undefined
  load?: (call: Call<Op>) => Promise<Loaded>
  prepare?: (call: Call<Op>, loaded: Loaded) => Promise<Prepared> | Prepared
  /**
   * Returns the changed record as its GET would; needed if no GET has the operation's path, or with
   * `load`.
   */
  present?: (call: Call<Op>, loaded: Loaded) => Promise<unknown>
} & (
  | {
      carryOut: (
        call: Call<Op>,
        prepared: Prepared,
        loaded: Loaded,
      ) => Promise<OperationReply<Op>> | OperationReply<Op>
      conclude?: undefined
    }
  | {
      carryOut: (call: Call<Op>, prepared: Prepared, loaded: Loaded) => Promise<Carried> | Carried
      conclude: (
        call: Call<Op>,
        carried: Carried,
      ) => Promise<OperationReply<Op>> | OperationReply<Op>
    }
)

/** A rule is the only stage of an operation without outside calls. */
export const toStages = <Op extends OperationDefinition, Prepared, Carried, Loaded>(
  rule: OperationRule<Op> | Stages<Op, Prepared, Carried, Loaded>,
): Stages<Op, Prepared, Carried, Loaded> => (typeof rule === 'function' ? { carryOut: rule } : rule)

/** A call of any operation. */
export type AnyCall = Omit<Call<OperationDefinition>, 'db'> & {
  db: AnyView
  /** What the audit log names as the target, if not the path of the request. */
  target?: string
}

/** The stages of any operation, with types erased. */
export interface AnyStages {
  admit?: (call: AnyCall) => (() => void) | undefined
  load?: (call: AnyCall) => Promise<unknown>
  present?: (call: AnyCall, loaded: unknown) => unknown
  prepare?: (call: AnyCall, loaded: unknown) => unknown
  carryOut: (call: AnyCall, prepared: unknown, loaded?: unknown) => unknown
  conclude?: (call: AnyCall, carried: unknown) => unknown
}
