import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { Finding, Rule } from './finding.ts'

/** A value of the file with its position. Aliases are resolved. */
export interface YamlNode {
  path: string
  /** Offsets of the value and, in a map, of its key. */
  at: number
  keyAt: number
  value: Scalar | Map<string, YamlNode> | YamlNode[]
  parent?: YamlNode | undefined
}

type Scalar = string | number | boolean | null

/** The file as nodes; without root if it cannot be parsed at all. */
export interface YamlFile {
  root?: YamlNode
  findings: Finding[]
  positionOf(offset: number): { line: number; column: number }
}

const limits = {
  characters: 1_000_000,
  /** Tokens of YAML: about 10,000 lines. */
  tokens: 100_000,
  aliases: 1_000,
  depth: 50,
  /** Values, including those repeated by aliases. */
  nodes: 50_000,
  errors: 20,
}

/**
 * Parses YAML within limits, and never throws: files with excessive nesting or alias expansion are
 * rejected before they cost memory or stack.
 */
export function readYaml(text: string): YamlFile {
  const lines = new LineCounter()
  const findings: Finding[] = []
  const findPosition = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const complain: Complain = (rule, offset, message, path = '') => {
    if (findings.length >= limits.errors) return
    findings.push({ rule, severity: 'error', message, path, ...findPosition(offset) })
  }
  const file = { findings, positionOf: findPosition }

  if (text.length > limits.characters) {
    complain('yaml-limit', 0, `The file is longer than ${limits.characters} characters.`)
    return file
  }
  const tokens = tokenize(text, lines)
  if (!Array.isArray(tokens)) {
    complain('yaml-limit', tokens.at, tokens.why)
    return file
  }

  const documents = composeWithoutStacks(tokens, text.length)
  const [document, second] = documents
  for (const error of document?.errors ?? []) {
    complain('yaml-syntax', error.pos[0], sentence(error.message))
  }
  if (second) complain('yaml-syntax', second.range[0], 'The file has more than one YAML document.')
  if (findings.length > 0 || !document?.contents) return file

  const root = new NodeReader(complain).read(document.contents, { path: '', keyAt: 0, depth: 1 })
  // An unreadable part would look like a missing one.
  const isWhole = findings.every(({ rule }) => rule === 'duplicate-key')
  return root && isWhole ? { ...file, root } : file
}

/** Composes the documents; stacks of tens of thousands of errors would take most of the time. */
function composeWithoutStacks(tokens: Token[], end: number): Document.Parsed[] {
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' })
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return [...composer.compose(tokens, true, end)] as Document.Parsed[]
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

type Complain = (rule: Rule, offset: number, message: string, path?: string) => void

type Token = Parameters<Composer['next']>[0]

/** What the lexer adds to the text: the starts of a document and of a scalar, and the end of a flow scalar. */
const marks = new Set(['\u0002', '\u001F', '\u0018'])

/**
 * Returns the tokens, or the position of an exceeded limit: unlike the composer, this does not
 * recurse.
 */
function tokenize(text: string, lines: LineCounter): Token[] | { why: string; at: number } {
  const tooDeep = `The file is nested deeper than ${limits.depth} levels.`
  lines.addNewLine(0)
  const lexemes: string[] = []
  let offset = 0
  let open = 0
  let aliases = 0
  for (const lexeme of new Lexer().lex(text)) {
    // The parser would compare every level with the ones around it.
    if (lexeme === '[' || lexeme === '{') open += 1
    else if (lexeme === ']' || lexeme === '}') open -= 1
    if (open >= limits.depth) return { why: tooDeep, at: offset }
    if (lexemes.push(lexeme) > limits.tokens) {
      const why = `The file has more than ${limits.tokens} tokens (about 10,000 lines). Split its integrations into several files.`
      return { why, at: offset }
    }
    if (lexeme.startsWith('*') && ++aliases > limits.aliases) {
      return { why: `The file has more than ${limits.aliases} aliases.`, at: offset }
    }
    if (marks.has(lexeme)) continue
    for (let at = lexeme.indexOf('\n'); at >= 0; at = lexeme.indexOf('\n', at + 1)) {
      lines.addNewLine(offset + at + 1)
    }
    offset += lexeme.length
  }
  const parser = new Parser()
  const tokens: Token[] = []
  const counts = { document: 0, error: 0, directive: 0 }
  for (const lexeme of lexemes) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token)
      if (token.type in counts) counts[token.type as keyof typeof counts] += 1
    }
    // A second document is rejected as a whole, and only the first errors are shown.
    if (Math.max(counts.document - 2, counts.error, counts.directive) > limits.errors) return tokens
  }
  for (const token of parser.end()) tokens.push(token)
  const at = tokens.map(tooDeepIn).find((place) => place !== undefined)
  return at === undefined ? tokens : { why: tooDeep, at }
}

/** Returns where the token nests too deeply. */
function tooDeepIn(token: Token): number | undefined {
  const open: { token: unknown; depth: number }[] = [{ token, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { depth } = next
    const { offset = 0, value, items } = next.token as DeepToken
    if (depth > limits.depth) return offset
    if (typeof value === 'object' && value) open.push({ token: value, depth: depth + 1 })
    if (!Array.isArray(items)) continue
    for (const item of items as { key?: unknown; value?: unknown }[]) {
      if (item.key) open.push({ token: item.key, depth: depth + 1 })
      if (item.value) open.push({ token: item.value, depth: depth + 1 })
    }
  }
  return undefined
}

interface DeepToken {
  offset?: number
  value?: unknown
  items?: unknown
}

interface Place {
  path: string
  keyAt: number
  depth: number
  parent?: YamlNode
}

class NodeReader {
  readonly #complain: Complain
  readonly #anchors = new Map<string, Node>()
  readonly #open = new Set<Node>()
  #nodes = 0

  constructor(complain: Complain) {
    this.#complain = complain
  }

  /** Returns the node, or undefined if it is unreadable, which has been reported. */
  read(source: Node | null, place: Place): YamlNode | undefined {
    const at = source?.range?.[0] ?? place.keyAt
    const node: YamlNode = {
      path: place.path,
      at,
      keyAt: place.keyAt,
      value: null,
      parent: place.parent,
    }
    this.#nodes += 1
    if (this.#nodes > limits.nodes || place.depth > 2 * limits.depth) {
      if (this.#nodes <= limits.nodes + 1) {
        const why =
          this.#nodes > limits.nodes
            ? `has more than ${limits.nodes} values, including those repeated by aliases. Split its integrations into several files.`
            : `is nested deeper than ${2 * limits.depth} levels once its aliases are resolved.`
        this.#complain('yaml-limit', at, `The file ${why}`)
        this.#nodes = limits.nodes + 1
      }
      return undefined
    }

    const target = this.#follow(source, at)
    if (target === undefined) return undefined
    if (isScalar(target)) {
      node.value = toScalar(target.value)
    } else if (isMap(target) || isSeq(target)) {
      this.#open.add(target)
      node.value = isMap(target)
        ? this.#entriesOf(target, node, place.depth)
        : this.#itemsOf(target, node, place.depth)
      this.#open.delete(target)
    }
    return node
  }

  #follow(source: Node | null, at: number): Node | null | undefined {
    if (!isAlias(source)) {
      const anchor = source && 'anchor' in source ? source.anchor : undefined
      if (source && anchor) this.#anchors.set(anchor, source)
      return source
    }
    const target = this.#anchors.get(source.source)
    if (target && !this.#open.has(target)) return target

    const reason = target ? 'refers to itself' : 'has no preceding anchor'
    this.#complain('yaml-syntax', at, `The alias *${clip(source.source)} ${reason}.`)
    return undefined
  }

  #entriesOf(map: YAMLMap, parent: YamlNode, depth: number): Map<string, YamlNode> {
    const entries = new Map<string, YamlNode>()
    for (const { key, value } of map.items as { key: Node | null; value: Node | null }[]) {
      const keyAt = key?.range?.[0] ?? parent.at
      if (!isScalar(key)) {
        this.#complain('yaml-syntax', keyAt, 'A key must be plain text.', parent.path)
        continue
      }
      const name = String(key.value)
      const path = parent.path ? `${parent.path}.${name}` : name
      if (entries.has(name)) {
        this.#complain('duplicate-key', keyAt, `\`${clip(name)}\` is listed twice here.`, path)
        continue
      }
      const node = this.read(value, { path, keyAt, depth: depth + 1, parent })
      if (node) entries.set(name, node)
    }
    return entries
  }

  #itemsOf(sequence: YAMLSeq, parent: YamlNode, depth: number): YamlNode[] {
    const items: YamlNode[] = []
    for (const [index, item] of (sequence.items as (Node | null)[]).entries()) {
      const keyAt = item?.range?.[0] ?? parent.at
      const path = `${parent.path}[${index}]`
      const node = this.read(item, { path, keyAt, depth: depth + 1, parent })
      if (node) items.push(node)
    }
    return items
  }
}

const toScalar = (value: unknown): Scalar =>
  typeof value === 'number' || typeof value === 'boolean' || value === null ? value : String(value)

const clip = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

const sentence = (message: string) => clip(message).replace(/\.?$/, '.')

/** Returns the entry of a map; undefined if absent or not a map. */
export const child = (node: YamlNode | undefined, key: string): YamlNode | undefined =>
  node?.value instanceof Map ? node.value.get(key) : undefined

/** Returns the items of a list; empty if it is not a list. */
export const items = (node: YamlNode | undefined): YamlNode[] =>
  Array.isArray(node?.value) ? node.value : []

export const getNodeText = (node: YamlNode | undefined): string | undefined =>
  typeof node?.value === 'string' ? node.value : undefined

/** Returns the plain value, without positions. */
export function toPlainValue(node: YamlNode): unknown {
  if (Array.isArray(node.value)) return node.value.map(toPlainValue)
  if (!(node.value instanceof Map)) return node.value
  return Object.fromEntries([...node.value].map(([key, value]) => [key, toPlainValue(value)]))
}
