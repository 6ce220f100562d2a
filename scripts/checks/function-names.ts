import { parse } from '@swc/core'
import { participles, verbs } from './verbs.ts'

/** A function with a name: a declaration, a constant, a method or a field of a class. */
export interface NamedFunction {
  name: string
  file: string
  isTopLevel: boolean
}

export interface Names {
  functions: NamedFunction[]
  /** Declared limits that are not named `max…` or `min…`. */
  limits: string[]
}

/** Rules for names of functions, each with the largest share of functions that may break it. */
export const nameRules = [
  {
    what: 'end with Of',
    advice: 'Begin with a verb: findProject instead of projectOf.',
    maxPercent: 1,
    isBroken: ({ name }: NamedFunction) => /[a-z]Of$/.test(name),
  },
  {
    what: 'are a bare participle',
    advice: 'Begin with a verb: verifyToken instead of verified.',
    maxPercent: 0.5,
    isBroken: ({ name }: NamedFunction) => isParticiple(name),
  },
  {
    what: 'of modules begin without a verb',
    advice: 'Begin with a verb; a new one is added to scripts/checks/verbs.ts.',
    maxPercent: 17,
    isBroken: ({ name, file, isTopLevel }: NamedFunction) =>
      isTopLevel &&
      !isTest(file) &&
      !/^(?:[A-Z]|given)/.test(name) &&
      !verbs.has(getFirstWord(name)),
  },
] as const

/** More names than these may not be those of four or more functions of modules. */
export const maxRepeatedNames = 30

/** Returns the names of four or more functions of modules, with the files that define them. */
export function findRepeatedNames(functions: readonly NamedFunction[]): [string, string[]][] {
  const files = new Map<string, string[]>()
  for (const { name, file, isTopLevel } of functions) {
    if (isTopLevel && !isTest(file)) files.set(name, [...(files.get(name) ?? []), file])
  }
  return [...files].filter(([, places]) => places.length >= 4)
}

/** Returns the names that a file declares. */
export async function collectNames(text: string, file: string): Promise<Names> {
  const program = await parse(text, { syntax: 'typescript', tsx: file.endsWith('x') })
  const names: Names = { functions: [], limits: [] }
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null) return
    const name = getFunctionName(node)
    if (name) names.functions.push({ name, file, isTopLevel: depth === 0 })
    for (const limit of listLimits(node)) names.limits.push(`${limit} in ${file}`)
    const inner = opensScope(node) ? depth + 1 : depth
    for (const part of Object.values(node)) visit(part, inner)
  }
  visit(program, 0)
  return names
}

const functionTypes = ['ArrowFunctionExpression', 'FunctionExpression']

function getFunctionName(node: object): string | undefined {
  switch (getText(node, 'type')) {
    case 'FunctionDeclaration':
      return getText(node, 'identifier', 'value')
    case 'ClassMethod':
    case 'PrivateMethod':
      return getText(node, 'key', 'value') ?? getText(node, 'key', 'id', 'value')
    case 'VariableDeclarator':
      return functionTypes.includes(getText(node, 'init', 'type') ?? '')
        ? getText(node, 'id', 'value')
        : undefined
    case 'ClassProperty':
      return functionTypes.includes(getText(node, 'value', 'type') ?? '')
        ? getText(node, 'key', 'value')
        : undefined
    default:
      return undefined
  }
}

/**
 * Returns the declared limits whose names do not begin with `max` or `min`. What a test measures,
 * such as `let longestMs = 0`, is no limit.
 */
function listLimits(node: object): string[] {
  if (getText(node, 'type') !== 'VariableDeclaration' || getText(node, 'kind') !== 'const')
    return []
  const declarations = 'declarations' in node ? node.declarations : []
  if (!Array.isArray(declarations)) return []
  return declarations
    .filter((each) =>
      /^(?:NumericLiteral|BinaryExpression)$/.test(getText(each, 'init', 'type') ?? ''),
    )
    .map((each) => getText(each, 'id', 'value') ?? '')
    .filter((name) => /^(?:most|longest|fewest)[A-Z]/.test(name))
}

function opensScope(node: object): boolean {
  const type = getText(node, 'type') ?? ''
  return (
    functionTypes.includes(type) ||
    /^(?:FunctionDeclaration|ClassDeclaration|ClassExpression|ClassMethod|PrivateMethod)$/.test(
      type,
    )
  )
}

function getText(node: unknown, ...path: string[]): string | undefined {
  let value = node
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = new Map(Object.entries(value)).get(name)
  }
  return typeof value === 'string' ? value : undefined
}

const getFirstWord = (name: string) => /^#?([a-z]+)/.exec(name)?.[1] ?? ''

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** `given` is excluded: it begins the preparations of tests. */
function isParticiple(name: string): boolean {
  if (!/^[a-z]+$/.test(name) || name === 'given' || verbs.has(name)) return false
  return name.endsWith('ed') || participles.has(name)
}
