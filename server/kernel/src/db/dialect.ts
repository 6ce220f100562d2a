import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { PreparedConnection } from './prepared.ts'

/** PostgreSQL dialect over connections managed elsewhere. */
export class PreparedDialect extends PostgresDialect {
  readonly #connect: () => Promise<PreparedConnection>
  readonly #releases: boolean

  /** Without `releases`, whoever gave the connection releases it. */
  constructor(connect: () => Promise<PreparedConnection>, { releases = true } = {}) {
    super({ pool: () => Promise.reject(new Error('This dialect does not open connections.')) })
    this.#connect = connect
    this.#releases = releases
  }

  override createDriver(): Driver {
    const releases = this.#releases
    return {
      init: () => Promise.resolve(),
      acquireConnection: this.#connect,
      async releaseConnection(connection) {
        if (releases) (connection as PreparedConnection).release()
      },
      beginTransaction: begin,
      commitTransaction: commit,
      rollbackTransaction: rollBack,
      destroy: () => Promise.resolve(),
    }
  }

  override createQueryCompiler() {
    return new SnakeCaseCompiler()
  }
}

async function begin(connection: DatabaseConnection, { isolationLevel }: TransactionSettings) {
  const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
  ;(connection as PreparedConnection).begin(level)
}

async function commit(connection: DatabaseConnection) {
  const { rows } = await connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'))
  ;(connection as PreparedConnection).endTransaction()
  if (rows[0]?.command === 'ROLLBACK') {
    throw new Error('The transaction was rolled back: one of its statements had failed.')
  }
}

async function rollBack(connection: DatabaseConnection) {
  ;(connection as PreparedConnection).forgetAhead()
  try {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
    ;(connection as PreparedConnection).endTransaction()
  } catch (error) {
    // The state of its protocol is unknown.
    ;(connection as PreparedConnection).discard()
    throw error
  }
}

/** Compiles camelCase names in the code to snake_case. */
class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(toSnakeCase(identifier))
  }
}

const toSnakeCase = memoize((name) =>
  name.replaceAll(/(?<!^)\p{Lu}/gu, (letter) => `_${letter}`).toLowerCase(),
)

/** Converts the name of a column to camelCase. */
export const toCamelCase = memoize((name) =>
  name.replaceAll(/(?<!^)_+([^_])/g, (_all, letter: string) => letter.toUpperCase()),
)

/** Names come from the code, so the cache stays small. */
function memoize(translate: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const translated = translate(name)
    known.set(name, translated)
    return translated
  }
}
