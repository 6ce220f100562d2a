import { requireDefined } from '../../require-defined.ts'
import { TokenReader, type Token } from './soql-tokens.ts'

/** A field as written: `Account.Owner.Name` has three names. `at` is its position in the text. */
export interface FieldChain {
  names: string[]
  at: number
}

export type Literal =
  | { kind: 'string'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'date'; value: string }
  | { kind: 'datetime'; value: number }
  | { kind: 'relative'; name: string; n: number }

export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'LIKE'

export type Condition =
  | { kind: 'and' | 'or'; parts: Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'compare'; path: FieldChain; operator: CompareOperator; literal: Literal }
  | { kind: 'in'; path: FieldChain; negated: boolean; values: Literal[] | Query }
  | { kind: 'includes'; path: FieldChain; negated: boolean; values: Literal[] }

export type SelectItem =
  | { kind: 'field'; path: FieldChain }
  | { kind: 'fields'; group: 'ALL' | 'STANDARD' | 'CUSTOM'; at: number }
  | {
      kind: 'aggregate'
      name: AggregateName
      path: FieldChain | undefined
      alias: string | undefined
    }
  | { kind: 'children'; query: Query }

export type AggregateName = 'COUNT' | 'COUNT_DISTINCT' | 'MIN' | 'MAX' | 'SUM' | 'AVG'

export interface Ordering {
  path: FieldChain
  descending: boolean
  nullsLast: boolean
}

export interface Query {
  text: string
  select: SelectItem[]
  from: string
  fromAt: number
  alias: string | undefined
  where: Condition | undefined
  orderBy: Ordering[]
  limit: number | undefined
  offset: number
}

const aggregateNames: ReadonlySet<string> = new Set([
  'COUNT',
  'COUNT_DISTINCT',
  'MIN',
  'MAX',
  'SUM',
  'AVG',
])
const relativeWord = /^(YESTERDAY|TODAY|TOMORROW|(LAST|THIS|NEXT)_(WEEK|MONTH|YEAR)|LAST_90_DAYS)$/i
const relativeCount = /^(LAST_N_DAYS|NEXT_N_DAYS|N_DAYS_AGO|LAST_N_WEEKS|LAST_N_MONTHS):(\d+)$/i
const reserved = /^(WHERE|ORDER|LIMIT|OFFSET|FROM|AND|OR|NOT|GROUP|HAVING|FOR|WITH|USING|ALL)$/i
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Parses one SELECT statement, or throws MALFORMED_QUERY with the position. */
export function parseSoql(text: string): Query {
  const tokens = new TokenReader(text)
  const query = statement(tokens)
  if (tokens.peek().kind !== 'end') throw tokens.makeUnexpectedError(tokens.peek())
  return query
}

function statement(tokens: TokenReader): Query {
  tokens.expectWord('SELECT')
  const select = tokens.list(() => selectItem(tokens))
  tokens.expectWord('FROM')
  const from = name(tokens)
  const alias = readAlias(tokens)
  const where = tokens.takeWord('WHERE') ? condition(tokens) : undefined
  const orderBy = orderings(tokens)
  const limit = tokens.takeWord('LIMIT') ? integer(tokens) : undefined
  const offset = tokens.takeWord('OFFSET') ? integer(tokens) : 0
  return {
    text: tokens.text,
    select,
    from: from.text,
    fromAt: from.at,
    alias,
    where,
    orderBy,
    limit,
    offset,
  }
}

function readAlias(tokens: TokenReader): string | undefined {
  const { kind, text } = tokens.peek()
  return kind === 'word' && !reserved.test(text) ? tokens.next().text : undefined
}

function name(tokens: TokenReader): Token {
  const token = tokens.next()
  if (token.kind !== 'word' || reserved.test(token.text)) throw tokens.makeUnexpectedError(token)
  return token
}

function path(tokens: TokenReader): FieldChain {
  const token = name(tokens)
  return { names: token.text.split('.'), at: token.at }
}

function integer(tokens: TokenReader): number {
  const token = tokens.next()
  if (!/^\d+$/.test(token.text)) throw tokens.makeUnexpectedError(token)
  return Number(token.text)
}

function selectItem(tokens: TokenReader): SelectItem {
  if (tokens.takeSign('(')) {
    const children = statement(tokens)
    tokens.expectSign(')')
    return { kind: 'children', query: children }
  }
  if (!tokens.isSign('(', 1)) return { kind: 'field', path: path(tokens) }

  const word = tokens.next()
  tokens.expectSign('(')
  const called = word.text.toUpperCase()
  if (called === 'FIELDS') {
    const group = tokens.next().text.toUpperCase()
    if (group !== 'ALL' && group !== 'STANDARD' && group !== 'CUSTOM')
      throw tokens.makeUnexpectedError(word)
    tokens.expectSign(')')
    return { kind: 'fields', group, at: word.at }
  }
  if (!aggregateNames.has(called)) throw tokens.makeUnexpectedError(word)
  const argument = tokens.isSign(')') ? undefined : path(tokens)
  tokens.expectSign(')')
  if (!argument && called !== 'COUNT') throw tokens.makeUnexpectedError(tokens.peek(-1))
  const alias = readAlias(tokens)
  return { kind: 'aggregate', name: called as AggregateName, path: argument, alias }
}

function orderings(tokens: TokenReader): Ordering[] {
  if (!tokens.takeWord('ORDER')) return []
  tokens.expectWord('BY')
  return tokens.list(() => {
    const by = path(tokens)
    const descending = tokens.takeWord('DESC')
    if (!descending) tokens.takeWord('ASC')
    let nullsLast = false
    if (tokens.takeWord('NULLS')) {
      nullsLast = tokens.takeWord('LAST')
      if (!nullsLast) tokens.expectWord('FIRST')
    }
    return { path: by, descending, nullsLast }
  })
}

function condition(tokens: TokenReader): Condition {
  const first = negation(tokens)
  const joiner = tokens.isWord('AND') ? 'AND' : 'OR'
  const parts = [first]
  while (tokens.takeWord(joiner)) parts.push(negation(tokens))
  // As at Salesforce, mixing AND with OR requires parentheses.
  if (tokens.isWord('AND') || tokens.isWord('OR')) throw tokens.makeUnexpectedError(tokens.peek())
  return parts.length === 1 ? first : { kind: joiner === 'AND' ? 'and' : 'or', parts }
}

function negation(tokens: TokenReader): Condition {
  if (tokens.takeWord('NOT')) return { kind: 'not', part: negation(tokens) }
  if (tokens.takeSign('(')) {
    const inner = condition(tokens)
    tokens.expectSign(')')
    return inner
  }
  return comparison(tokens)
}

function comparison(tokens: TokenReader): Condition {
  const by = path(tokens)
  const negated = tokens.takeWord('NOT')
  if (tokens.takeWord('IN')) return { kind: 'in', path: by, negated, values: readMembers(tokens) }
  if (negated) throw tokens.makeUnexpectedError(tokens.peek())

  if (tokens.takeWord('INCLUDES'))
    return { kind: 'includes', path: by, negated: false, values: values(tokens) }
  if (tokens.takeWord('EXCLUDES'))
    return { kind: 'includes', path: by, negated: true, values: values(tokens) }
  if (tokens.takeWord('LIKE')) {
    return { kind: 'compare', path: by, operator: 'LIKE', literal: readLiteral(tokens) }
  }
  const sign = tokens.next()
  const operator = sign.text === '<>' ? '!=' : sign.text
  if (sign.kind !== 'sign' || !/^(=|!=|<=?|>=?)$/.test(operator))
    throw tokens.makeUnexpectedError(sign)
  return {
    kind: 'compare',
    path: by,
    operator: operator as CompareOperator,
    literal: readLiteral(tokens),
  }
}

function values(tokens: TokenReader): Literal[] {
  tokens.expectSign('(')
  const literals = tokens.list(() => readLiteral(tokens))
  tokens.expectSign(')')
  return literals
}

function readMembers(tokens: TokenReader): Literal[] | Query {
  if (!tokens.isSign('(') || !tokens.isWord('SELECT', 1)) return values(tokens)
  tokens.expectSign('(')
  const inner = statement(tokens)
  tokens.expectSign(')')
  return inner
}

function readLiteral(tokens: TokenReader): Literal {
  const token = tokens.next()
  switch (token.kind) {
    case 'string':
      return { kind: 'string', value: unescape(tokens, token) }
    case 'number':
      return { kind: 'number', value: Number(token.text) }
    case 'date':
      return { kind: 'date', value: token.text }
    case 'datetime':
      return {
        kind: 'datetime',
        value: Date.parse(token.text.replace(/(\d{2})(\d{2})$/, '$1:$2')),
      }
    case 'word':
      return readNamedLiteral(tokens, token)
    default:
      throw tokens.makeUnexpectedError(token)
  }
}

function readNamedLiteral(tokens: TokenReader, token: Token): Literal {
  const word = token.text.toUpperCase()
  if (word === 'NULL') return { kind: 'null' }
  if (word === 'TRUE' || word === 'FALSE') return { kind: 'boolean', value: word === 'TRUE' }
  if (relativeWord.test(word)) return { kind: 'relative', name: word, n: 1 }
  const counted = relativeCount.exec(word)
  if (counted) return { kind: 'relative', name: requireDefined(counted[1]), n: Number(counted[2]) }
  throw tokens.makeUnexpectedError(token)
}

function unescape(tokens: TokenReader, token: Token): string {
  return token.text.slice(1, -1).replaceAll(/\\(.)/gs, (whole, char: string) => {
    if (char in escapes) return requireDefined(escapes[char])
    // Escaped, because LIKE must treat these literally.
    if (char === '%' || char === '_') return whole
    if (`'"\\`.includes(char)) return char
    throw tokens.error(token, `Invalid string literal '${whole}'.`)
  })
}
