import { dirname, join } from 'node:path'
import ts from 'typescript'
import { packagesFolder } from './source.ts'

const index = join(packagesFolder, 'client/src/index.d.ts')
const api = join(packagesFolder, 'client/src/api.d.ts')

const named = /(?:import|export) (?:type )?\{([^}]*)\} from ['"]@platform\/client['"]/g
const inline = /import\(['"]@platform\/client['"]\)\.(\w+)/g

/** Returns the names that a declaration imports from the client. */
export function namesFromClient(text: string): string[] {
  const inBraces = [...text.matchAll(named)].flatMap(([, names = '']) => parseImportedNames(names))
  const alone = [...text.matchAll(inline)].map(([, name = '']) => name)
  return [...inBraces, ...alone].filter(Boolean)
}

/** Parses what an import has in braces: `a, type B as C` → `a`, `B`. */
export const parseImportedNames = (list: string): string[] =>
  list
    .split(',')
    .map(
      (one) =>
        one
          .trim()
          .replace(/^type /, '')
          .split(' as ', 1)[0] ?? '',
    )
    .filter(Boolean)

/** Returns the client's entry with only the named exports. */
export function withExports(text: string, names: ReadonlySet<string>): string {
  return text.replace(/^export (type )?\{([^}]*)\}(.*\n)/gm, (_, type = '', list: string, from) => {
    const wanted = list
      .split(',')
      .map((one) => one.trim())
      .filter((one) => names.has(one.replace(/^type /, '')))
    return wanted.length > 0 ? `export ${type}{ ${wanted.join(', ')} }${from}` : ''
  })
}

export const isEntryOfClient = (file: string): boolean => file === index

/** Removes unused operations and types of the API. */
export function pruneApi(found: Map<string, string>): void {
  const text = found.get(api)
  const others = [...found].filter(([file]) => file !== api)
  const isNamed = others.some(([file, one]) => {
    const imported = /import (?:type )?\{([^}]*)\} from ['"]\.\/api/.exec(one)?.[1] ?? ''
    return dirname(file) === dirname(api) && /\b(paths|operations)\b/.test(imported)
  })
  if (text === undefined || isNamed) return

  const shapes = parseShapes(text)
  const wanted = new Set<string>()
  const waiting = others.flatMap(([, one]) => shapesIn(one))
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (wanted.has(name)) continue
    wanted.add(name)
    waiting.push(...shapesIn(shapes.get(name) ?? ''))
  }
  const kept = [...wanted].toSorted().map((name) => shapes.get(name))
  found.set(api, `export interface components {\nschemas: {\n${kept.join('\n')}\n}\n}\n`)
}

const shapesIn = (text: string) =>
  [...text.matchAll(/(?:\bSchemas|\[['"]schemas['"]\])\[['"](\w+)['"]\]/g)].map(
    ([, name = '']) => name,
  )

/** Returns the text of each API type, by name. */
function parseShapes(text: string): Map<string, string> {
  const source = ts.createSourceFile('api.d.ts', text, ts.ScriptTarget.Latest)
  const shapes = new Map<string, string>()
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement) || statement.name.text !== 'components') continue
    for (const member of statement.members) {
      if (!ts.isPropertySignature(member) || member.name.getText(source) !== 'schemas') continue
      if (!member.type || !ts.isTypeLiteralNode(member.type)) continue
      for (const shape of member.type.members) {
        shapes.set(shape.name?.getText(source) ?? '', shape.getText(source))
      }
    }
  }
  return shapes
}
