import { setImmediate } from 'node:timers/promises'
import {
  Kysely,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { AcrossTenants, Database, Db } from '@platform/kernel/db/database'
import { PreparedDialect } from '../../../../kernel/src/db/dialect.ts'
import { PreparedConnection } from '../../../../kernel/src/db/prepared.ts'
import type { Tables } from '@platform/kernel/db/tables'

/** A simulated process that runs one transaction at a time. */
export interface SimulatedUser {
  /** Waits for a moment, or forever if the process dies. */
  step(): Promise<void>
}

export interface Views {
  tenant: Db
  everything: AcrossTenants
}

export interface SimulatedDatabase {
  /** Returns the database for a process that may die before and after every transaction. */
  usedBy(user: SimulatedUser): Views
  /** Resolves when no transaction is open and all processes have continued. */
  rests(): Promise<void>
  /** Connection for statements of the simulation itself, while no transaction is open. */
  client: pg.Client
  /**
   * From now on, statements that change rows return them in reverse: their order is that of the
   * pages, which any vacuum changes.
   */
  reverseChangedRows(): void
  close(): Promise<void>
}

/**
 * Wraps a real database in a simulated world: it shows the world's time, and transactions run one
 * at a time in the order that the simulation decides.
 */
export async function simulateDatabase(
  database: Database,
  now: () => number,
): Promise<SimulatedDatabase> {
  await database.asOwner(async (owner) => {
    await owner.query(`
      create schema simulated;
      create function simulated.now() returns timestamptz stable language sql
        as $$ select current_setting('simulated.now')::timestamptz $$;
      create table simulated.sent (key bigserial, body jsonb not null);
      grant usage on schema simulated to public;
      grant all on all tables in schema simulated to public;
      grant all on all sequences in schema simulated to public;
      alter table operations alter create_time set default simulated.now();
      alter table operation_logs alter create_time set default simulated.now();`)
  })
  const client = await database.dedicated()
  await client.query('set search_path = simulated, pg_catalog, public')

  let busy: PromiseWithResolvers<void> | undefined
  let shown = 0
  let areChangedRowsReversed = false
  const take = async (): Promise<PreparedConnection> => {
    while (busy) await busy.promise
    busy = Promise.withResolvers()
    if (shown !== now()) {
      shown = now()
      await client.query("select set_config('simulated.now', $1, false)", [
        new Date(shown).toISOString(),
      ])
    }
    return areChangedRowsReversed ? new ReversedConnection(client) : new PreparedConnection(client)
  }
  const release = () => {
    busy?.resolve()
    busy = undefined
  }

  return {
    client,
    reverseChangedRows() {
      areChangedRowsReversed = true
    },
    usedBy(user) {
      const connect = async () => {
        await user.step()
        return take()
      }
      const tenant = new Kysely<Tables>({ dialect: new SteppedDialect(connect, release, user) })
      return { tenant, everything: tenant as AcrossTenants }
    },
    async rests() {
      do {
        await busy?.promise
        await setImmediate()
      } while (busy)
    },
    close: () => client.end(),
  }
}

class ReversedConnection extends PreparedConnection {
  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await super.executeQuery<Row>(query)
    const changesRows = /^\s*(?:with|update|delete)\b/i.test(query.sql)
    return changesRows ? { ...result, rows: result.rows.toReversed() } : result
  }
}

class SteppedDialect extends PreparedDialect {
  readonly #giveBack: () => void
  readonly #user: SimulatedUser

  constructor(
    connect: () => Promise<PreparedConnection>,
    release: () => void,
    user: SimulatedUser,
  ) {
    super(connect)
    this.#giveBack = release
    this.#user = user
  }

  override createDriver(): Driver {
    return {
      ...super.createDriver(),
      // A process that dies here has committed without noticing.
      releaseConnection: (_connection: DatabaseConnection) => {
        this.#giveBack()
        return this.#user.step()
      },
    }
  }
}
