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
import type { Caller, ProjectRef } from '../access/caller.ts'
import type { AcrossTenants, AnyView, Db } from '../db/database.ts'

/** Only an operation that names neither a project nor an organization may look across them. */
type ViewOf<Op extends OperationDefinition> = Op['path'] extends
  | `${string}{projectIdOrName}${string}`
  | `${string}{orgId}${string}`
  ? Db
  : BodyOf<Op> extends { projectIdOrName: unknown }
    ? Db
    : AcrossTenants

/** What a rule is given of a request, parsed and checked. */
export interface Call<Op extends OperationDefinition> {
  params: ParamsOf<Op>
  query: QueryOf<Op>
  body: BodyOf<Op>
  caller: Caller
  /** The project that the path (or else `body.projectIdOrName`) names; only on such operations. */
  project: ProjectRef
  /** The organization that the path names; only on such operations. */
  org: OrgRef
  /** The one handle of the stage; it sees the rows of that project or organization only. */
  db: ViewOf<Op>
  /** Says in which organizations' audit logs the change belongs where the path names neither one nor a project. */
  concerns(...orgIds: OrgId[]): void
  request: FastifyRequest
  reply: FastifyReply
}

/** Carries an operation out in one stage, which asks nobody outside. */
export type OperationRule<Op extends OperationDefinition> = (
  call: Call<Op>,
) => Promise<OperationReply<Op>> | OperationReply<Op>

/**
 * Carries an operation out in stages, because somebody outside must be asked, such as a provider.
 * Nothing outside is awaited while a transaction is open, so only `carryOut` may be inside one.
 *
 * `load` reads the record that the operation changes, and locks it where a transaction is open. It runs once
 * before `prepare`, unless there is none, and once before `carryOut`; each stage is given what it returned.
 *
 * 0. `admit` may reject the request before anything else runs or is stored, even of a key that has
 *    its reply; what it returns is called when the request is over, whatever came of it.
 * 1. `prepare` asks outside and checks what can be checked. It may run for requests that are then
 *    refused, and again for one that is repeated, so it changes nothing here; but an erasure of more
 *    than one statement can take begins there, and may begin again.
 * 2. `carryOut` decides and writes, in one transaction with its record in the audit log: the `ETag`
 *    is compared there (before `prepare` as well), and the key keeps the reply there. What `prepare` saw may have changed by now, so what must hold is read again.
 * 3. `conclude`, where there is one, runs after the commit and makes the reply of what was carried
 *    out, which must be JSON. It may act outside: send what was accepted, wait for the outcome. With
 *    an `Idempotency-Key` what was carried out is kept with the key until the reply is there, so a
 *    request that is sent again after a crash (or after `conclude` threw) goes on here and nowhere
 *    before. Nobody else concludes the same key meanwhile; but the process before may have died after
 *    it acted, so `conclude` looks first how far it came.
 *
 * A replay of a key that has its reply runs none of them.
 */
export type Stages<Op extends OperationDefinition, Prepared, Carried, Loaded = undefined> = {
  admit?: (call: Call<Op>) => (() => void) | undefined
  load?: (call: Call<Op>) => Promise<Loaded>
  prepare?: (call: Call<Op>, loaded: Loaded) => Promise<Prepared> | Prepared
  /** The record that is changed, as its GET replies it; if no GET has the operation's path, or with `load`. */
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

/** A rule is the one stage of an operation that asks nobody. */
export const stagesOf = <Op extends OperationDefinition, Prepared, Carried, Loaded>(
  rule: OperationRule<Op> | Stages<Op, Prepared, Carried, Loaded>,
): Stages<Op, Prepared, Carried, Loaded> => (typeof rule === 'function' ? { carryOut: rule } : rule)

/** A call of any operation. */
export type AnyCall = Omit<Call<OperationDefinition>, 'db'> & { db: AnyView }

/** The stages of any operation, as they are called here. */
export interface AnyStages {
  admit?: (call: AnyCall) => (() => void) | undefined
  load?: (call: AnyCall) => Promise<unknown>
  present?: (call: AnyCall, loaded: unknown) => unknown
  prepare?: (call: AnyCall, loaded: unknown) => unknown
  carryOut: (call: AnyCall, prepared: unknown, loaded?: unknown) => unknown
  conclude?: (call: AnyCall, carried: unknown) => unknown
}
