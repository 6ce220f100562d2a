import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { flattenTypes } from './flattened-types.ts'
import {
  isEntryOfClient,
  namesFromClient,
  pruneApi,
  withExports,
  parseImportedNames,
} from './used-types.ts'
import {
  listEntries,
  getPackageFolder,
  packagesFolder,
  readSourceManifest,
  type PublishedPackage,
  type SourceManifest,
} from './source.ts'

/** Paths of entries of other platform packages in imports. */
const entryOfPackage = /(['"])@platform\/(\w+)(?:\/([\w-]+))?\1/g

/**
 * Writes the declarations of a package beside its JavaScript, including types from other platform
 * packages. Types that the contract infers from schemas are expanded, so that users do not need the
 * schema library.
 */
export async function buildDeclarations(
  name: PublishedPackage,
  manifest: SourceManifest,
  dist: string,
): Promise<void> {
  const entries = listEntries(manifest).map((entry) => join(getPackageFolder(name), entry))
  const contract = join(packagesFolder, 'contract/src/index.ts')
  // TypeScript treats files reached by package name as external.
  const client = join(packagesFolder, 'client/src/index.ts')
  const ofContract = listEntries(await readSourceManifest('contract')).map((entry) =>
    join(packagesFolder, 'contract', entry),
  )
  const program = ts.createProgram([...entries, client, ...ofContract], compilerOptions)
  const used = reachable(entries, createEmitter(program))
  if (name !== 'client') pruneApi(used)
  const fromContract = new Set<string>()
  for (const [file, declarations] of used) {
    const text = withRelativeImports(file, declarations, (type) => fromContract.add(type))
    await writeDeclaration(join(dist, relative(packagesFolder, file)), text)
  }
  if (fromContract.size === 0) return
  await writeDeclaration(
    join(dist, 'contract.d.ts'),
    flattenTypes(program, contract, [...fromContract]),
  )
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  skipLibCheck: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
  rootDir: packagesFolder,
  types: ['node'],
}

type Emit = (path: string) => string | undefined

/**
 * Returns a function that emits the declarations for a path, beside their source; undefined without
 * a source. Most files of the program are imported only for a few types: emitting the types of the
 * whole contract takes longer than everything else.
 */
function createEmitter(program: ts.Program): Emit {
  const sources = new Map(program.getSourceFiles().map((one) => [toDeclaration(one.fileName), one]))
  return (path) => {
    let emitted: string | undefined
    const source = sources.get(path)
    if (source) program.emit(source, (_, text) => (emitted = text))
    return emitted
  }
}

/** Returns the declarations reachable from the entries. */
function reachable(entries: readonly string[], emit: Emit): Map<string, string> {
  const found = new Map<string, string>()
  const fromClient = new Set<string>()
  const waiting = entries.map(toDeclaration)
  // Files of the client come last, when it is known which parts are used.
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    if (isEntryOfClient(file) && waiting.some((other) => !isEntryOfClient(other))) {
      waiting.push(file)
      continue
    }
    const emittedText = found.has(file) ? undefined : emit(file)
    if (emittedText === undefined) continue
    const isUsedInPart = isEntryOfClient(file) && fromClient.size > 0
    const text = isUsedInPart ? withExports(emittedText, fromClient) : emittedText
    found.set(file, text)
    namesFromClient(text).forEach((one) => fromClient.add(one))
    for (const [, , specifier = ''] of text.matchAll(/(['"])(\.{1,2}\/[^'"]+)\1/g)) {
      waiting.push(toDeclaration(join(dirname(file), specifier)))
    }
    for (const [, , other = '', entry = 'index'] of text.matchAll(entryOfPackage)) {
      // Other entries of the contract import nothing, so they need no expansion.
      if (other !== 'contract' || entry !== 'index')
        waiting.push(toDeclaration(join(packagesFolder, other, locateEntry(other, entry))))
    }
  }
  return found
}

/** Returns the source of an entry of a package, from its folder: `src/values/ids.ts`. */
function locateEntry(name: string, entry: string): string {
  const manifest = readFileSync(join(packagesFolder, name, 'package.json'), 'utf8')
  const { exports = {} } = JSON.parse(manifest) as SourceManifest
  const source = exports[entry === 'index' ? '.' : `./${entry}`]
  if (source === undefined) throw new Error(`${name} has no entry ${entry}.`)
  return source
}

const toDeclaration = (source: string) => source.replace(/\.tsx?$/, '.d.ts')

function withRelativeImports(
  file: string,
  text: string,
  needsFromContract: (type: string) => void,
): string {
  for (const [, names = ''] of text.matchAll(
    /import (?:type )?\{([^}]*)\} from '@platform\/contract'/g,
  )) {
    parseImportedNames(names).forEach(needsFromContract)
  }
  for (const [, type = ''] of text.matchAll(/import\(['"]@platform\/contract['"]\)\.(\w+)/g)) {
    needsFromContract(type)
  }
  const here = dirname(file)
  return withoutComments(file, text)
    .replace(/((?:from\s+|import\()['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2')
    .replace(entryOfPackage, (_, quote: string, other: string, entry: string = 'index') => {
      const isExpanded = other === 'contract' && entry === 'index'
      const target = isExpanded
        ? 'contract.js'
        : join(other, locateEntry(other, entry).replace(/\.tsx?$/, '.js'))
      const path = relative(here, join(packagesFolder, target))
      return `${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
    })
}

/** Removes comments and indentation of the whole API, which are half of its size. */
const withoutComments = (file: string, text: string) =>
  file.endsWith('/client/src/api.d.ts')
    ? text.replace(/\/\*\*[\s\S]*?\*\/\n?/g, '').replace(/^\s+/gm, '')
    : text

async function writeDeclaration(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
