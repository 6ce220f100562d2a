import { requireDefined } from '../../require-defined.ts'
import { SalesforceError } from '../org/errors.ts'

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

export interface Token {
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

/** Splits a query into tokens. */
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

/** Reads the tokens of a query one after the other. */
export class TokenReader {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #position = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokenize(text)
  }

  get text(): string {
    return this.#text
  }

  peek(ahead = 0): Token {
    return requireDefined(this.#tokens[Math.min(this.#position + ahead, this.#tokens.length - 1)])
  }

  next(): Token {
    return requireDefined(this.#tokens[Math.min(this.#position++, this.#tokens.length - 1)])
  }

  isWord(word: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead)
    return kind === 'word' && text.toUpperCase() === word
  }

  isSign(sign: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead)
    return kind === 'sign' && text === sign
  }

  takeWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.#position += 1
    return true
  }

  takeSign(sign: string): boolean {
    if (!this.isSign(sign)) return false
    this.#position += 1
    return true
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) throw this.makeUnexpectedError(this.peek())
  }

  expectSign(sign: string): void {
    if (!this.takeSign(sign)) throw this.makeUnexpectedError(this.peek())
  }

  /** Reads one or more items, separated by commas. */
  list<T>(item: () => T): T[] {
    const items = [item()]
    while (this.takeSign(',')) items.push(item())
    return items
  }

  makeUnexpectedError(token: Token) {
    return this.error(token, `unexpected token: '${token.text}'`)
  }

  error({ at }: Token, message: string) {
    return queryError(this.#text, at, 'MALFORMED_QUERY', message)
  }
}
