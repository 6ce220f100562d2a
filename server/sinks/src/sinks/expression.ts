/** An invalid expression. The message contains the error and its position. */
export class ExpressionError extends Error {
  override name = 'ExpressionError'
}

export type Expression =
  | { kind: 'text'; text: string }
  | { kind: 'path'; steps: readonly (string | number)[] }
  | { kind: 'either'; choices: readonly Expression[] }
  | { kind: 'join'; separator: string; parts: readonly Expression[] }

/** Maximum length of results, whatever the expression and message. */
export const maxTextLength = 1024
const maxNodes = 64
const deepest = 8

const token =
  /\s*(?:(?<name>[A-Za-z_]\w*)|"(?<quoted>[^"\\]{1,256})"|'(?<text>(?:[^'\\]|\\['\\])*)'|\[(?<index>-?\d{1,6})\]|(?<sign>\|\||[.,()[\]]))/y

/**
 * Parses the subset of JMESPath used for names: paths (`data.groupRef`, `data.list[0]`), `'texts'`,
 * `a || b`, `to_string(a)` and `join('/', [a, b])`. Each costs one step regardless of the size of
 * the message, so unlike with the whole language no expression can be slow or produce large
 * results.
 */
export function parseExpression(source: string): Expression {
  const tokens = tokenize(source)
  let at = 0
  let nodes = 0

  const next = () => tokens[at]
  const fail = (): never => {
    const found = next()
    throw new ExpressionError(
      found
        ? `${found.written} is unexpected at character ${found.at + 1}.`
        : 'The expression is incomplete.',
    )
  }
  const takesSign = (sign: string) => next()?.sign === sign && ++at > 0
  const expectSign = (sign: string) => takesSign(sign) || fail()
  const countNode = <T extends Expression>(node: T): T => {
    if (++nodes > maxNodes)
      throw new ExpressionError(`The expression has more than ${maxNodes} parts.`)
    return node
  }

  const either = (depth: number): Expression => {
    if (depth > deepest)
      throw new ExpressionError(`The expression is nested deeper than ${deepest} levels.`)
    const choices = [operand(depth)]
    while (takesSign('||')) choices.push(operand(depth))
    return choices.length === 1 ? choices[0]! : countNode({ kind: 'either', choices })
  }

  const operand = (depth: number): Expression => {
    if (takesSign('(')) {
      const inner = either(depth + 1)
      expectSign(')')
      return inner
    }
    const { text, name } = next() ?? fail()
    if (text !== undefined) {
      at++
      return countNode({ kind: 'text', text })
    }
    if (name !== undefined && tokens[at + 1]?.sign === '(') return call(name, depth)
    return path()
  }

  const call = (name: string, depth: number): Expression => {
    if (name !== 'join' && name !== 'to_string') {
      throw new ExpressionError(
        `The function ${name} does not exist. Available: join and to_string.`,
      )
    }
    at += 2
    if (name === 'to_string') {
      const inner = either(depth + 1)
      expectSign(')')
      return inner
    }
    const separator = next()?.text ?? fail()
    at++
    expectSign(',')
    expectSign('[')
    const parts = [either(depth + 1)]
    while (takesSign(',')) parts.push(either(depth + 1))
    expectSign(']')
    expectSign(')')
    return countNode({ kind: 'join', separator, parts })
  }

  const path = (): Expression => {
    const steps: (string | number)[] = [step()]
    for (;;) {
      const index = next()?.index
      if (index !== undefined) steps.push(Number(index))
      else if (next()?.sign !== '.') return countNode({ kind: 'path', steps })
      at++
      if (index === undefined) steps.push(step())
    }
  }

  const step = (): string => {
    const { name = next()?.quoted } = next() ?? fail()
    if (name === undefined) return fail()
    at++
    return name
  }

  const expression = either(0)
  if (next()) fail()
  return expression
}

interface Token {
  at: number
  written: string
  name?: string | undefined
  quoted?: string | undefined
  text?: string | undefined
  index?: string | undefined
  sign?: string | undefined
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  const end = source.trimEnd().length
  for (token.lastIndex = 0; token.lastIndex < end;) {
    const at = token.lastIndex
    const match = token.exec(source)
    if (!match) throw new ExpressionError(`${source[at]} is unexpected at character ${at + 1}.`)
    const { text, ...groups } = match.groups!
    tokens.push({
      at,
      written: match[0].trim(),
      ...groups,
      text: text?.replaceAll(/\\(['\\])/g, '$1'),
    })
  }
  return tokens
}

/** Evaluates the expression to a text; undefined if there is none. */
export function valueAsText(expression: Expression, value: unknown): string | undefined {
  switch (expression.kind) {
    case 'text':
      return boundText(expression.text)
    case 'path':
      return scalarText(findValue(value, expression.steps))
    case 'either':
      for (const choice of expression.choices) {
        const text = valueAsText(choice, value)
        if (text !== undefined) return text
      }
      return undefined
    case 'join': {
      const parts = expression.parts.map((part) => valueAsText(part, value))
      if (parts.includes(undefined)) return undefined
      return boundText(parts.join(expression.separator))
    }
  }
}

/** Reports whether a path of the expression matches any value, even if not a text. */
export const findsAnything = (expression: Expression, value: unknown): boolean =>
  expression.kind === 'path' &&
  ![undefined, null].includes(findValue(value, expression.steps) as never)

function findValue(value: unknown, steps: readonly (string | number)[]): unknown {
  let at = value
  for (const step of steps) {
    if (typeof step === 'number') at = Array.isArray(at) ? at.at(step) : undefined
    else if (typeof at === 'object' && at && !Array.isArray(at) && Object.hasOwn(at, step))
      at = (at as Record<string, unknown>)[step]
    else return undefined
  }
  return at
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? boundText(value) : undefined
}

/** Cuts between characters, so that no half of a surrogate pair remains. */
function boundText(text: string): string | undefined {
  if (text.length <= maxTextLength) return text === '' ? undefined : text
  return text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')
}
