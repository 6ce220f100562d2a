import { usualNames } from '../evidence/usual-names.ts'
import { listPathParameters } from './calls.ts'
import type { FoundList } from './find-list.ts'

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

export const toInputName = (name: string) =>
  name
    .replaceAll(/\W+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || 'value'
