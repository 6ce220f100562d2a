import { PostgresQueryCompiler } from 'kysely'

/** Compiles camelCase names in the code to snake_case. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
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
