import { ParameterName } from '../declarative/calls/places.ts'
import { usualNames } from '../evidence/usual-names.ts'
import { splitPath, type CallParameter, type CallsByPath } from './calls.ts'
import type { ConnectionInputs } from './connection-inputs.ts'
import { findId, isExpressible, toSingular, type FoundList } from './find-list.ts'
import { nameObjects, toLetters, toPlainPath } from './generated-names.ts'

/** A list with what the entry says of it. */
export interface Draft {
  name: string
  list: FoundList
  path: string
  parent: { object: string; value?: string } | undefined
  query: Record<string, string>
  guesses: { member: string; text: string }[]
  id: string | undefined
}

interface DraftOptions {
  inputs: ConnectionInputs
  /** Records that a list does not become part of the entry. */
  skip: (path: string, reason: string) => void
}

/** Decides name, path and parameters of each list. Lists below others need theirs. */
export const draftObjects = (
  lists: readonly FoundList[],
  calls: CallsByPath,
  options: DraftOptions,
): Draft[] => new Drafting(options).draft(lists, calls)

class Drafting {
  readonly #inputs: ConnectionInputs
  readonly #skip: DraftOptions['skip']

  constructor({ inputs, skip }: DraftOptions) {
    this.#inputs = inputs
    this.#skip = skip
  }

  draft(lists: readonly FoundList[], calls: CallsByPath): Draft[] {
    const names = nameObjects(lists, (path) => this.#inputs.isAccount(path))
    const drafts = new Map<string, Draft>()
    const roots = lists.filter(({ call }) => this.#inputs.listOwnParameters(call.path).length === 0)
    const below = lists.filter(({ call }) => this.#inputs.listOwnParameters(call.path).length > 0)
    for (const list of [...roots, ...below]) {
      const { path } = list.call
      const name = names.get(path) ?? path
      const draft = this.#draftOne(list, name, { drafts, calls })
      if (typeof draft === 'string') this.#skip(path, draft)
      else drafts.set(path, draft)
    }
    // In the document's order, each after the list that it is below.
    return [...drafts.values()]
  }

  #draftOne(
    list: FoundList,
    name: string,
    { drafts, calls }: { drafts: ReadonlyMap<string, Draft>; calls: CallsByPath },
  ): Draft | string {
    const { path, parameters } = list.call
    const guesses: Draft['guesses'] = []
    const own = this.#inputs.listOwnParameters(path)
    let parent: Draft['parent']
    const [parameter] = own
    if (own.length > 1) return `it is below several records ({${own.join('}, {')}})`
    if (parameter !== undefined) {
      const prefix = path.slice(0, path.indexOf(`{${parameter}}`)).replace(/\/$/, '')
      const above =
        [...drafts.values()].find((one) => toPlainPath(one.list.call.path) === prefix) ??
        findByParameter(drafts, parameter)
      if (!above) return `it is below {${parameter}}, for which there is no list`
      const found = this.#findParent(above, parameter)
      if (!found) return `it is below {${parameter}}, which no member of ${above.name} contains`
      parent = found.parent
      guesses.push(...found.guesses.map((text) => ({ member: 'parent', text })))
    }
    const query: Record<string, string> = {}
    for (const one of parameters.filter(
      ({ in: place, isRequired }) => place === 'query' && isRequired,
    )) {
      const value = this.#findRequiredValue(one, drafts)
      if (value === undefined) return `it requires the parameter ${one.name}`
      if (typeof value === 'string') query[one.name] = value
      else if (value.parent) {
        if (parent) return `it requires the parameter ${one.name}`
        parent = value.parent
        query[one.name] = '{parent}'
        guesses.push({ member: 'parent', text: value.text })
      }
      if (typeof value !== 'string' && value.text !== '' && !value.parent)
        guesses.push({ member: 'query', text: value.text })
      if (typeof value !== 'string' && value.constant !== undefined)
        query[one.name] = value.constant
    }
    const item = findItemParameter(calls, path)
    const id = findId(list, { objectName: name, itemParameter: item })
    if (!id) {
      guesses.push({
        member: 'records',
        text: 'no member of a record is its ID by its name. Set id, or changes and deletions cannot be detected.',
      })
    } else if (!id.isSure) {
      guesses.push({ member: 'id', text: `${id.id} identifies a record, and never changes.` })
    }
    if (list.others.length > 0) {
      guesses.push({
        member: 'records',
        text: `the reply also has a list at ${list.others.join(', ')}.`,
      })
    }
    return {
      name,
      list,
      path: this.#inputs.fillPath(path, parameter === undefined ? [] : [parameter], 'parent'),
      parent,
      query,
      guesses,
      id: id?.id,
    }
  }

  /** Finds the member of the parent that its path takes. */
  #findParent(
    above: Draft,
    parameter: string,
  ): { parent: NonNullable<Draft['parent']>; guesses: string[] } | undefined {
    const names = [...above.list.fields.properties.keys()].filter(isExpressible)
    const toKey = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]/g, '')
    const exact = names.find((name) => toKey(name) === toKey(parameter))
    const ending = names.find(
      (name) => toKey(name).length > 2 && toKey(parameter).endsWith(toKey(name)) && name !== 'id',
    )
    const { wrap } = above.list
    const place = (name: string) => (wrap === undefined ? name : `${wrap}.${name}`)
    if (exact !== undefined && place(exact) !== above.id) {
      return { parent: { object: above.name, value: place(exact) }, guesses: [] }
    }
    if (above.id !== undefined) {
      const isSure = exact !== undefined || /id$/i.test(parameter)
      return {
        parent: { object: above.name },
        guesses: isSure ? [] : [`{${parameter}} is the ID of ${above.name}.`],
      }
    }
    if (ending === undefined) return undefined
    return {
      parent: { object: above.name, value: place(ending) },
      guesses: [`{${parameter}} is ${ending} of ${above.name}.`],
    }
  }

  /** Finds the value of a required parameter: an input, a constant, or the ID of another object. */
  #findRequiredValue(
    { name, shape }: CallParameter,
    drafts: ReadonlyMap<string, Draft>,
  ):
    | string
    | { text: string; constant?: string; parent?: NonNullable<Draft['parent']> }
    | undefined {
    if (!ParameterName.safeParse(name).success) return undefined
    const input = this.#inputs.find(`query ${name}`)
    if (input) return `{{${input.name}}}`
    if (usualNames.size.test(name) || usualNames.page.test(name) || usualNames.offset.test(name)) {
      return { text: '' }
    }
    if (shape.usual !== undefined && ['string', 'number', 'boolean'].includes(typeof shape.usual)) {
      return {
        text: `${name} has the default value of the document.`,
        constant: String(shape.usual),
      }
    }
    const [value] = shape.values
    if (shape.values.length === 1 && ['string', 'number'].includes(typeof value))
      return String(value)
    const above = findByParameter(drafts, name)
    if (above?.id === undefined) return undefined
    return { text: `${name} is the ID of ${above.name}.`, parent: { object: above.name } }
  }
}

/** Finds the object that a parameter names: `project_id` the projects. */
function findByParameter(drafts: ReadonlyMap<string, Draft>, parameter: string): Draft | undefined {
  const [, stem = ''] =
    /^(.+?)[_-]?(?:id|uuid|guid|key|slug|name|number|code)s?(?:_or_\w+)?$/i.exec(parameter) ?? []
  if (stem === '') return undefined
  return [...drafts.values()].find(
    ({ name, parent }) =>
      !parent && toLetters(toSingular(name.split('/').at(-1) ?? '')) === toLetters(stem),
  )
}

/** Names the parameter of a record's path, if the document has one. */
function findItemParameter(calls: CallsByPath, listPath: string): string | undefined {
  const list = toPlainPath(listPath)
  for (const path of calls.keys()) {
    const plain = toPlainPath(path)
    if (!plain.startsWith(`${list}/{`)) continue
    const parameter = splitPath(plain.slice(list.length)).map((step) => step.parameter)
    if (parameter.length === 1) return parameter[0]
  }
  return undefined
}
