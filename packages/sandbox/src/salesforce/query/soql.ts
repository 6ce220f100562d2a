import { requireDefined } from '../../require-defined.ts'
import { SalesforceError } from '../org/errors.ts'

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

/** An error with the position in the query, in Salesforce's format. */
export function queryError(text: string, at: number, errorCode: string, message: string) {
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 2)) + 1)
  const excerpt = text.slice(from, at + 40).replaceAll('\n', ' ')
  const caret = ' '.repeat(at - from) + '^'
  return new SalesforceError(
    400,
    errorCode,
    `\n${excerpt}\n${caret}\nERROR at Row:1:Column:${at + 1}\n${message}`,
  )
}

type TokenKind = 'word' | 'string' | 'number' | 'date' | 'datetime' | 'sign' | 'end'

interface Token {
  kind: TokenKind
  text: string
  at: number
}

const tokenPattern = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<string>'(?:[^'\\]|\\.)*')`,
    String.raw`(?<datetime>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2}))`,
    String.raw`(?<date>\d{4}-\d{2}-\d{2})`,
    String.raw`(?<number>[+-]?(?:\d+(?:\.\d+)?|\.\d+))`,
    String.raw`(?<word>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?::\d+)?)`,
    String.raw`(?<sign>!=|<>|<=|>=|[=<>(),])`,
  ].join('|'),
  'gyi',
)

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  let at = 0
  while (at < text.length) {
    tokenPattern.lastIndex = at
    const match = tokenPattern.exec(text)
    if (!match) {
      throw queryError(text, at, 'MALFORMED_QUERY', `unexpected token: '${text[at]}'`)
    }
    const [kind] = requireDefined(
      Object.entries(requireDefined(match.groups)).find(([, found]) => found !== undefined),
    )
    if (kind !== 'space') tokens.push({ kind: kind as TokenKind, text: match[0], at })
    at += match[0].length
  }
  tokens.push({ kind: 'end', text: '<EOF>', at: text.length })
  return tokens
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
  const tokens = tokenize(text)
  let position = 0

  const peek = (ahead = 0): Token =>
    requireDefined(tokens[Math.min(position + ahead, tokens.length - 1)])
  const next = (): Token => requireDefined(tokens[Math.min(position++, tokens.length - 1)])
  const unexpected = (token: Token) =>
    queryError(text, token.at, 'MALFORMED_QUERY', `unexpected token: '${token.text}'`)
  const isWord = (word: string, ahead = 0) =>
    peek(ahead).kind === 'word' && peek(ahead).text.toUpperCase() === word
  const isSign = (sign: string, ahead = 0) =>
    peek(ahead).kind === 'sign' && peek(ahead).text === sign

  function takeWord(word: string): boolean {
    if (!isWord(word)) return false
    position += 1
    return true
  }
  function takeSign(sign: string): boolean {
    if (!isSign(sign)) return false
    position += 1
    return true
  }
  function expectWord(word: string): void {
    if (!takeWord(word)) throw unexpected(peek())
  }
  function expectSign(sign: string): void {
    if (!takeSign(sign)) throw unexpected(peek())
  }
  function list<T>(item: () => T): T[] {
    const items = [item()]
    while (takeSign(',')) items.push(item())
    return items
  }

  const query = statement()
  if (peek().kind !== 'end') throw unexpected(peek())
  return query

  function statement(): Query {
    expectWord('SELECT')
    const select = list(selectItem)
    expectWord('FROM')
    const from = name()
    const alias = peek().kind === 'word' && !reserved.test(peek().text) ? next().text : undefined
    const where = takeWord('WHERE') ? condition() : undefined
    const orderBy = orderings()
    const limit = takeWord('LIMIT') ? integer() : undefined
    const offset = takeWord('OFFSET') ? integer() : 0
    return { text, select, from: from.text, fromAt: from.at, alias, where, orderBy, limit, offset }
  }

  function name(): Token {
    const token = next()
    if (token.kind !== 'word' || reserved.test(token.text)) throw unexpected(token)
    return token
  }

  function path(): FieldChain {
    const token = name()
    return { names: token.text.split('.'), at: token.at }
  }

  function integer(): number {
    const token = next()
    if (!/^\d+$/.test(token.text)) throw unexpected(token)
    return Number(token.text)
  }

  function selectItem(): SelectItem {
    if (takeSign('(')) {
      const children = statement()
      expectSign(')')
      return { kind: 'children', query: children }
    }
    if (!isSign('(', 1)) return { kind: 'field', path: path() }

    const word = next()
    expectSign('(')
    const called = word.text.toUpperCase()
    if (called === 'FIELDS') {
      const group = next().text.toUpperCase()
      if (group !== 'ALL' && group !== 'STANDARD' && group !== 'CUSTOM') throw unexpected(word)
      expectSign(')')
      return { kind: 'fields', group, at: word.at }
    }
    if (!aggregateNames.has(called)) throw unexpected(word)
    const argument = isSign(')') ? undefined : path()
    expectSign(')')
    if (!argument && called !== 'COUNT') throw unexpected(peek(-1))
    const alias = peek().kind === 'word' && !reserved.test(peek().text) ? next().text : undefined
    return { kind: 'aggregate', name: called as AggregateName, path: argument, alias }
  }

  function orderings(): Ordering[] {
    if (!takeWord('ORDER')) return []
    expectWord('BY')
    return list(() => {
      const by = path()
      const descending = takeWord('DESC')
      if (!descending) takeWord('ASC')
      let nullsLast = false
      if (takeWord('NULLS')) {
        nullsLast = takeWord('LAST')
        if (!nullsLast) expectWord('FIRST')
      }
      return { path: by, descending, nullsLast }
    })
  }

  function condition(): Condition {
    const first = negation()
    const joiner = isWord('AND') ? 'AND' : 'OR'
    const parts = [first]
    while (takeWord(joiner)) parts.push(negation())
    // As at Salesforce, mixing AND with OR requires parentheses.
    if (isWord('AND') || isWord('OR')) throw unexpected(peek())
    return parts.length === 1 ? first : { kind: joiner === 'AND' ? 'and' : 'or', parts }
  }

  function negation(): Condition {
    if (takeWord('NOT')) return { kind: 'not', part: negation() }
    if (takeSign('(')) {
      const inner = condition()
      expectSign(')')
      return inner
    }
    return comparison()
  }

  function comparison(): Condition {
    const by = path()
    const negated = takeWord('NOT')
    if (takeWord('IN')) return { kind: 'in', path: by, negated, values: members() }
    if (negated) throw unexpected(peek())

    if (takeWord('INCLUDES'))
      return { kind: 'includes', path: by, negated: false, values: values() }
    if (takeWord('EXCLUDES')) return { kind: 'includes', path: by, negated: true, values: values() }
    if (takeWord('LIKE')) {
      return { kind: 'compare', path: by, operator: 'LIKE', literal: literal() }
    }
    const sign = next()
    const operator = sign.text === '<>' ? '!=' : sign.text
    if (sign.kind !== 'sign' || !/^(=|!=|<=?|>=?)$/.test(operator)) throw unexpected(sign)
    return { kind: 'compare', path: by, operator: operator as CompareOperator, literal: literal() }
  }

  function values(): Literal[] {
    expectSign('(')
    const literals = list(literal)
    expectSign(')')
    return literals
  }

  function members(): Literal[] | Query {
    if (!isSign('(') || !isWord('SELECT', 1)) return values()
    expectSign('(')
    const inner = statement()
    expectSign(')')
    return inner
  }

  function literal(): Literal {
    const token = next()
    switch (token.kind) {
      case 'string':
        return { kind: 'string', value: unescape(token) }
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
        return namedLiteral(token)
      default:
        throw unexpected(token)
    }
  }

  function namedLiteral(token: Token): Literal {
    const word = token.text.toUpperCase()
    if (word === 'NULL') return { kind: 'null' }
    if (word === 'TRUE' || word === 'FALSE') return { kind: 'boolean', value: word === 'TRUE' }
    if (relativeWord.test(word)) return { kind: 'relative', name: word, n: 1 }
    const counted = relativeCount.exec(word)
    if (counted)
      return { kind: 'relative', name: requireDefined(counted[1]), n: Number(counted[2]) }
    throw unexpected(token)
  }

  function unescape(token: Token): string {
    return token.text.slice(1, -1).replaceAll(/\\(.)/gs, (whole, char: string) => {
      if (char in escapes) return requireDefined(escapes[char])
      // Escaped, because LIKE must treat these literally.
      if (char === '%' || char === '_') return whole
      if (`'"\\`.includes(char)) return char
      throw queryError(text, token.at, 'MALFORMED_QUERY', `Invalid string literal '${whole}'.`)
    })
  }
}
