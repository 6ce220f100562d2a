import { PostgresQueryCompiler } from 'kysely'

/** Writes statements with names in snake_case that are camelCase in the code. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(toSnakeCase(identifier))
  }
}

const toSnakeCase = remembered((name) =>
  name.replaceAll(/(?<!^)\p{Lu}/gu, (letter) => `_${letter}`).toLowerCase(),
)

/** A column's name as the code calls it. */
export const toCamelCase = remembered((name) =>
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
