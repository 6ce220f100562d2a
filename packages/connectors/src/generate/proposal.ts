/** A value that the document does not state, with what to check. */
export interface Guess {
  path: readonly string[]
  text: string
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** EntryGuesses of a proposed entry, by their place in it. */
export class EntryGuesses {
  readonly #texts = new Map<string, string[]>()

  add(path: readonly string[], text: string): void {
    const key = toKey(path)
    const texts = this.#texts.get(key) ?? []
    const plain = toLine(text)
    if (!texts.includes(plain)) texts.push(plain)
    this.#texts.set(key, texts)
  }

  /** Moves the guesses about a value to another place, where the same value is. */
  move(from: readonly string[], to: readonly string[]): void {
    const texts = this.at(from)
    this.#texts.delete(toKey(from))
    for (const text of texts) this.add(to, text)
  }

  at(path: readonly string[]): readonly string[] {
    return this.#texts.get(toKey(path)) ?? []
  }

  get all(): Guess[] {
    return [...this.#texts].flatMap(([key, texts]) =>
      texts.map((text) => ({ path: JSON.parse(key) as string[], text })),
    )
  }
}

const toKey = (path: readonly string[]) => JSON.stringify(path)

/** A comment is one line, whatever the document contains. */
const toLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 300)

/** Prints an entry as JSON, with each guess in a comment before its member. */
export function printEntry(entry: object, guesses: EntryGuesses): string {
  return `${printValue(entry as Json, [], guesses)}\n`
}

function printValue(value: Json, path: readonly string[], guesses: EntryGuesses): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const indent = '  '.repeat(path.length)
  if (isJsonList(value)) {
    const short = JSON.stringify(value)
    if (short.length <= 80 && !short.includes('{')) return short.replaceAll('","', '", "')
    const items = value.map((one, index) => printValue(one, [...path, String(index)], guesses))
    return `[\n${items.map((one) => `${indent}  ${one}`).join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value)
  if (members.length === 0) return '{}'
  const lines = members.map(([name, member], index) => {
    const own = [...path, name]
    const comments = guesses.at(own).map((text) => `${indent}  // guessed: ${text}\n`)
    const comma = index === members.length - 1 ? '' : ','
    return `${comments.join('')}${indent}  ${JSON.stringify(name)}: ${printValue(member, own, guesses)}${comma}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

const isJsonList = (value: Json): value is readonly Json[] => Array.isArray(value)
