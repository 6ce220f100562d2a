import { didYouMean } from '../nearest.ts'
import { expressionFunctions } from './functions.ts'
import { ExpressionError } from './expression-error.ts'

export { ExpressionError }

/** A step of a path: a member, an element of a list, or all elements (`[*]`). */
export type ExpressionStep = string | number | { each: true }

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>='
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'

export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'path'; steps: readonly [string, ...ExpressionStep[]] }
  | { kind: 'either' | 'all' | 'concat' | 'list'; parts: readonly Expression[] }
  | { kind: 'not' | 'minus'; of: Expression }
  | { kind: 'compare'; operator: ComparisonOperator; left: Expression; right: Expression }
  | { kind: 'arithmetic'; operator: ArithmeticOperator; left: Expression; right: Expression }
  | { kind: 'choice'; test: Expression; ifTrue: Expression; ifFalse: Expression }
  | { kind: 'call'; name: string; args: readonly Expression[] }

/** Maximum number of characters of an expression. */
export const maxExpressionLength = 4096
const maxNodes = 200
const deepest = 12

const token =
  /\s*(?:(?<name>[A-Za-z_]\w*)|"(?<quoted>[^"\\]{1,256})"|'(?<text>(?:[^'\\]|\\['\\])*)'|(?<number>\d{1,15}(?:\.\d{1,15})?)|\[(?<index>-?\d{1,6})\]|(?<sign>\[\*\]|\|\||&&|[=!<>]=|[.,()[\]<>!?:&+\-*/%]))/y

/** Operators that take two operands, from the loosest to the tightest. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/', '%'],
]
const chains = { '||': 'either', '&&': 'all', '&': 'concat' } as const
const comparisons: ReadonlySet<string> = new Set(levels[2])

/**
 * Parses an expression: paths (`data.groupRef`, `list[0]`, `list[*].name`), `'texts'`, numbers, operators,
 * `test ? a : b` and functions. It has no loops, variables or patterns, so the size of an expression and the
 * steps of its evaluation are bounded.
 *
 * @throws ExpressionError
 */
export function parseExpression(source: string): Expression {
  if (source.length > maxExpressionLength)
    throw new ExpressionError(`The expression has more than ${maxExpressionLength} characters.`)
  return new Parser(tokenize(source)).parse()
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #nodes = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Expression {
    const expression = this.#choice(0)
    if (this.#next()) this.#fail()
    return expression
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #fail(): never {
    const found = this.#next()
    throw new ExpressionError(
      found
        ? `${found.written} is unexpected at character ${found.at + 1}.`
        : 'The expression is incomplete.',
    )
  }

  #takesSign(sign: string): boolean {
    return this.#next()?.sign === sign && ++this.#at > 0
  }

  #expectSign(sign: string): void {
    if (!this.#takesSign(sign)) this.#fail()
  }

  #count<Node extends Expression>(node: Node): Node {
    if (++this.#nodes > maxNodes)
      throw new ExpressionError(`The expression has more than ${maxNodes} parts.`)
    return node
  }

  #choice(depth: number): Expression {
    if (depth > deepest)
      throw new ExpressionError(`The expression is nested deeper than ${deepest} levels.`)
    const test = this.#operation(0, depth)
    if (!this.#takesSign('?')) return test
    const ifTrue = this.#choice(depth + 1)
    this.#expectSign(':')
    return this.#count({ kind: 'choice', test, ifTrue, ifFalse: this.#choice(depth + 1) })
  }

  #operation(level: number, depth: number): Expression {
    const operators = levels[level]
    if (!operators) return this.#operand(depth)
    const parts = [this.#operation(level + 1, depth)]
    let operator = this.#takeOneOf(operators)
    if (operator === '||' || operator === '&&' || operator === '&') {
      do parts.push(this.#operation(level + 1, depth))
      while (this.#takesSign(operator))
      return this.#count({ kind: chains[operator], parts })
    }
    let left = parts[0]!
    for (; operator !== undefined; operator = this.#takeOneOf(operators)) {
      const right = this.#operation(level + 1, depth)
      if (comparisons.has(operator)) {
        const comparison = operator as ComparisonOperator
        return this.#count({ kind: 'compare', operator: comparison, left, right })
      }
      left = this.#count({
        kind: 'arithmetic',
        operator: operator as ArithmeticOperator,
        left,
        right,
      })
    }
    return left
  }

  #takeOneOf(signs: readonly string[]): string | undefined {
    const sign = this.#next()?.sign
    if (sign === undefined || !signs.includes(sign)) return undefined
    this.#at++
    return sign
  }

  #operand(depth: number): Expression {
    if (this.#takesSign('(')) {
      const inner = this.#choice(depth + 1)
      this.#expectSign(')')
      return inner
    }
    for (const [sign, kind] of [
      ['!', 'not'],
      ['-', 'minus'],
    ] as const) {
      if (!this.#takesSign(sign)) continue
      if (depth >= deepest)
        throw new ExpressionError(`The expression is nested deeper than ${deepest} levels.`)
      return this.#count({ kind, of: this.#operand(depth + 1) })
    }
    if (this.#takesSign('[')) return this.#count({ kind: 'list', parts: this.#parts(depth, ']') })
    const { text, name, number, index } = this.#next() ?? this.#fail()
    const value = text ?? (number === undefined ? getConstant(name) : Number(number))
    if (value !== undefined && this.#tokens[this.#at + 1]?.sign !== '(') {
      this.#at++
      return this.#count({ kind: 'literal', value })
    }
    if (index !== undefined) {
      this.#at++
      const only = this.#count({ kind: 'literal', value: Number(index) })
      return this.#count({ kind: 'list', parts: [only] })
    }
    if (name !== undefined && this.#tokens[this.#at + 1]?.sign === '(')
      return this.#call(name, depth)
    return this.#path()
  }

  #parts(depth: number, end: string): Expression[] {
    const parts = [this.#choice(depth + 1)]
    while (this.#takesSign(',')) parts.push(this.#choice(depth + 1))
    this.#expectSign(end)
    return parts
  }

  #call(name: string, depth: number): Expression {
    const known = expressionFunctions.get(name)
    if (!known) {
      const names = [...expressionFunctions.keys()]
      const nearest = didYouMean(name, names)
      throw new ExpressionError(
        `The function ${name} does not exist. ${nearest ?? `Available: ${names.join(', ')}.`}`,
      )
    }
    this.#at += 2
    const args = this.#parts(depth, ')')
    const [least, most] = known.args
    if (args.length < least || args.length > most) {
      const counts = least === most ? String(least) : `${least} to ${most}`
      throw new ExpressionError(`The function ${name} takes ${counts} values: ${known.usage}.`)
    }
    return this.#count({ kind: 'call', name, args })
  }

  #path(): Expression {
    const steps: [string, ...ExpressionStep[]] = [this.#step()]
    for (;;) {
      const index = this.#next()?.index
      if (index !== undefined) {
        steps.push(Number(index))
        this.#at++
      } else if (this.#takesSign('[*]')) steps.push({ each: true })
      else if (this.#takesSign('.')) steps.push(this.#step())
      else return this.#count({ kind: 'path', steps })
    }
  }

  #step(): string {
    const { name = this.#next()?.quoted } = this.#next() ?? this.#fail()
    if (name === undefined) return this.#fail()
    this.#at++
    return name
  }
}

function getConstant(name: string | undefined): boolean | null | undefined {
  if (name === 'true' || name === 'false') return name === 'true'
  return name === 'null' ? null : undefined
}

interface Token {
  at: number
  written: string
  name?: string | undefined
  quoted?: string | undefined
  text?: string | undefined
  number?: string | undefined
  index?: string | undefined
  sign?: string | undefined
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  const end = source.trimEnd().length
  for (token.lastIndex = 0; token.lastIndex < end;) {
    const at = token.lastIndex
    const match = token.exec(source)
    if (!match) {
      const rest = source.slice(at).trimStart()
      const found = at + source.slice(at).length - rest.length
      const character = String.fromCodePoint(rest.codePointAt(0)!)
      throw new ExpressionError(`${character} is unexpected at character ${found + 1}.`)
    }
    const { text, ...groups } = match.groups!
    const written = match[0].trim()
    tokens.push({
      at: at + match[0].length - match[0].trimStart().length,
      written,
      ...groups,
      text: text?.replaceAll(/\\(['\\])/g, '$1'),
    })
  }
  return tokens
}

/**
 * Returns the fields that an expression needs, without duplicates: the steps of each path up to the first
 * element of a list.
 */
export function listExpressionFields(expression: Expression): [string, ...string[]][] {
  const found = new Map<string, [string, ...string[]]>()
  const visit = (part: Expression): void => {
    if (part.kind === 'path') {
      const [first, ...rest] = part.steps
      const end = rest.findIndex((step) => typeof step !== 'string')
      const names = (end === -1 ? rest : rest.slice(0, end)) as string[]
      const steps: [string, ...string[]] = [first, ...names]
      found.set(JSON.stringify(steps), steps)
    }
    for (const inner of listParts(part)) visit(inner)
  }
  visit(expression)
  return [...found.values()]
}

function listParts(expression: Expression): readonly Expression[] {
  if ('parts' in expression) return expression.parts
  if ('args' in expression) return expression.args
  if ('of' in expression) return [expression.of]
  if ('test' in expression) return [expression.test, expression.ifTrue, expression.ifFalse]
  return 'left' in expression ? [expression.left, expression.right] : []
}
