import {
  PostgresDialect,
  PostgresQueryCompiler,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
} from 'kysely'

/**
 * PostgreSQL, with names in snake_case there and in camelCase here. They are translated while a
 * statement is written, without the copy of it that a plugin would make first.
 */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new SnakeCaseCompiler()
  }
}

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(toSnakeCase(identifier))
  }
}

/** Names the columns of results in camelCase. What is inside of a value stays as it is. */
export const camelCaseResults: KyselyPlugin = {
  transformQuery: ({ node }: PluginTransformQueryArgs) => node,
  async transformResult({ result }: PluginTransformResultArgs) {
    for (const [index, row] of result.rows.entries()) {
      const renamed: Record<string, unknown> = {}
      for (const column in row) renamed[toCamelCase(column)] = row[column]
      result.rows[index] = renamed
    }
    return result
  },
}

const toSnakeCase = remembered((name) =>
  name.replaceAll(/(?<!^)\p{Lu}/gu, (letter) => `_${letter}`).toLowerCase(),
)

const toCamelCase = remembered((name) =>
  name.replaceAll(/(?<!^)_+([^_])/g, (_all, letter: string) => letter.toUpperCase()),
)

/** Names come from the code, so there are few. */
function remembered(translate: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const translated = translate(name)
    known.set(name, translated)
    return translated
  }
}
