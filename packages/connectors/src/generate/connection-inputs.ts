import { usualNames } from '../evidence/usual-names.ts'
import { listPathParameters } from './calls.ts'
import { toSingular, type FoundList } from './find-list.ts'
import { toLetters, toPlainPath } from './generated-names.ts'

interface ConnectionInput {
  name: string
  why: string
  usual?: string
}

/** Values that requests take from the connection, such as its account, by their names in the document. */
export class ConnectionInputs {
  readonly #byKey = new Map<string, ConnectionInput>()

  /** `key` is the place and the name in the document: `query account_id`. */
  add(key: string, input: ConnectionInput): void {
    this.#byKey.set(key, input)
  }

  find(key: string): ConnectionInput | undefined {
    return this.#byKey.get(key)
  }

  get all(): ConnectionInput[] {
    return [...this.#byKey.values()]
  }

  /** Parameters that most lists require are values of the connection, such as the account. */
  findAccountParameters(lists: readonly FoundList[]): void {
    const counts = new Map<string, number>()
    for (const { call } of lists) {
      const required = call.parameters.filter(
        ({ in: place, isRequired, shape }) =>
          isRequired && place === 'query' && shape.usual === undefined && shape.values.length === 0,
      )
      const names = [
        ...listPathParameters(call.path).map((name) => `path ${name}`),
        ...required.map(({ name }) => `query ${name}`),
      ]
      for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    for (const [key, count] of counts) {
      if (count < 3 || count * 2 < lists.length) continue
      const name = key.slice(key.indexOf(' ') + 1)
      if (usualNames.size.test(name) || usualNames.page.test(name)) continue
      this.add(key, {
        name: toInputName(name),
        why: `${count} of ${lists.length} lists require ${name}. Check that customers know it, or look it up after the sign-in (lookup).`,
      })
    }
  }

  /**
   * Parameters of several lists, of which the document has no list, are values of the connection, such
   * as a team that the customer names.
   */
  findUnlistedParameters(lists: readonly FoundList[]): void {
    const counts = new Map<string, number>()
    for (const { call } of lists) {
      const [first] = this.listOwnParameters(call.path)
      if (first === undefined || !idName.test(first) || isListed(call.path, first, lists)) continue
      counts.set(first, (counts.get(first) ?? 0) + 1)
    }
    for (const [name, count] of counts) {
      if (count < 2) continue
      this.add(`path ${name}`, {
        name: toInputName(name),
        why: `${count} lists are below {${name}}, and the document has no list of its values. Ask the customer for it, or look it up after the sign-in (lookup).`,
      })
    }
  }

  isAccount(parameter: string): boolean {
    return this.#byKey.has(`path ${parameter}`)
  }

  listOwnParameters(path: string): string[] {
    return listPathParameters(path).filter((name) => !this.isAccount(name))
  }

  /** Replaces the inputs of the connection, and the given parameter by another name. */
  fillPath(path: string, renamed: readonly string[], as: string): string {
    return path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const input = this.#byKey.get(`path ${name}`)
      if (input) return `{{${input.name}}}`
      return renamed.includes(name) ? `{${as}}` : whole
    })
  }
}

/** Names of values that identify something. */
const idName = /(?:id|uuid|guid|key|slug)$/i

/** Reports whether a list returns the values of a path's parameter, by its place or name. */
function isListed(path: string, parameter: string, lists: readonly FoundList[]): boolean {
  const prefix = toPlainPath(path.slice(0, path.indexOf(`{${parameter}}`)))
  const stem = toLetters(parameter.replace(/[_-]?(?:id|uuid|guid|key|slug)$/i, ''))
  return lists.some(({ call }) => {
    const plain = toPlainPath(call.path)
    const last = plain.split('/').at(-1) ?? ''
    return plain === prefix || (stem !== '' && toLetters(toSingular(last)) === stem)
  })
}

export const toInputName = (name: string) =>
  name
    .replaceAll(/\W+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || 'value'
