import { UrlPath } from '../declarative/calls/places.ts'
import { usualNames } from '../evidence/usual-names.ts'
import { getMembers } from '../members.ts'
import type { ApiCall, CallsByPath } from './calls.ts'
import type { ConnectionInputs } from './connection-inputs.ts'
import type { ApiDocument, SchemaShape } from './document.ts'
import type { Draft } from './draft-objects.ts'
import { findChangeTime, findTimeFormat, isExpressible, type FoundList } from './find-list.ts'
import { findChangeFilter, findPaging } from './find-paging.ts'
import { findScopes, type FoundSignIn } from './find-sign-in.ts'
import { findWrites, type ProposedWrite } from './find-writes.ts'
import { toWords } from './generated-names.ts'
import type { EntryGuesses } from './proposal.ts'
import { guessedPath } from './replies-document.ts'

const maxFields = 200

interface DescribedWith {
  document: ApiDocument
  calls: CallsByPath
  inputs: ConnectionInputs
  guesses: EntryGuesses
  signIn: FoundSignIn
}

/** Describes the rules of drafted objects, and the scopes that they need. */
export class ObjectDescriptions {
  readonly #document: ApiDocument
  readonly #calls: CallsByPath
  readonly #inputs: ConnectionInputs
  readonly #guesses: EntryGuesses
  readonly #signIn: FoundSignIn

  constructor({ document, calls, inputs, guesses, signIn }: DescribedWith) {
    this.#document = document
    this.#calls = calls
    this.#inputs = inputs
    this.#guesses = guesses
    this.#signIn = signIn
  }

  describe(drafts: readonly Draft[]) {
    const objects: Record<string, Record<string, unknown>> = {}
    const byObject: Record<string, { read?: string[]; write?: string[] }> = {}
    for (const draft of drafts) {
      const { name, list } = draft
      const rules = this.#describeObject(draft)
      const readScopes = findScopes(this.#document, list.call, this.#signIn.scheme) ?? []
      const writeScopes = new Set<string>()
      const replaceParameters = (path: string, kept: readonly string[]) => {
        const own = this.#inputs.listOwnParameters(path)
        const filled = this.#inputs.fillPath(path, [], '')
        return own.every((one) => kept.includes(one)) && UrlPath.safeParse(filled).success
          ? filled
          : undefined
      }
      const writes = findWrites(this.#document, this.#calls, {
        listPath: list.call.path,
        objectName: name,
        idField: draft.id,
        isBelow: this.#inputs.listOwnParameters(list.call.path).length > 0,
        replaceParameters,
      })
      for (const type of ['create', 'update', 'delete'] as const satisfies ProposedWrite[]) {
        const write = writes[type]
        if (!write) continue
        rules[type] = write.rules
        for (const text of write.guesses) this.#guesses.add(['objects', name, type], text)
        for (const scope of findScopes(this.#document, write.call, this.#signIn.scheme) ?? []) {
          writeScopes.add(scope)
        }
      }
      rules['fields'] = this.#describeFields(list)
      objects[name] = rules
      if (readScopes.length > 0 || writeScopes.size > 0) {
        byObject[name] = {
          ...(readScopes.length > 0 && { read: readScopes.slice(0, 50) }),
          ...(writeScopes.size > 0 && { write: [...writeScopes].slice(0, 50) }),
        }
      }
    }
    const isScoped = Object.keys(byObject).length > 0 || this.#signIn.offline.length > 0
    if (!isScoped) return { objects, scopes: undefined }
    const scopes = {
      grantedBy: this.#signIn.entry['authType'] === 'oauth2' ? 'request' : 'credential',
      ...(this.#signIn.offline.length > 0 && { offline: this.#signIn.offline }),
      ...(Object.keys(byObject).length > 0 && {
        byObject: joinEqual(byObject, Object.keys(objects)),
      }),
    }
    this.#guesses.add(
      ['scopes'],
      'from `security` of the calls. Check them with the list of scopes in the documentation.',
    )
    return { objects, scopes }
  }

  #describeObject(draft: Draft): Record<string, unknown> {
    const { name, list, path, parent, query, id } = draft
    const at = (member: string) => ['objects', name, 'read', member]
    const { paging, guesses } = findPaging(list)
    const hidden = this.#findHidden(list.call)
    const constants = { ...query, ...hidden.query }
    const filter = findChangeFilter(list.call)
    const changed = findChangeTime(this.#document, list)
    const time = changed && findTimeFormat(changed.shape)
    if (list.call.operation[guessedPath] !== undefined) {
      this.#guesses.add(at('path'), 'from the name of the file. Enter the path of the list.')
    }
    for (const { member, text } of draft.guesses) this.#guesses.add(at(member), text)
    for (const text of guesses) this.#guesses.add(at('paging'), text)
    for (const text of hidden.guesses)
      this.#guesses.add(at(hidden.hides === undefined ? 'query' : 'hides'), text)
    for (const text of filter?.guesses ?? []) this.#guesses.add(at('since'), text)
    if (changed && time) {
      this.#guesses.add(
        at('updated'),
        `${changed.path} changes with every modification, by its name.${time.isSure ? '' : ` It is written as ${time.format}: check the digits of a value.`}`,
      )
    }
    return {
      displayName: toWords(name),
      read: {
        path,
        ...(Object.keys(constants).length > 0 && { query: constants }),
        records: list.records,
        ...(id !== undefined && { id }),
        ...(list.wrap !== undefined && { wrap: list.wrap }),
        ...(parent && { parent }),
        ...(changed && time && { updated: { field: changed.path, format: time.format } }),
        ...(filter && { since: filter.since }),
        ...(hidden.hides !== undefined && { hides: hidden.hides }),
        paging,
      },
    }
  }

  /** Default filters hide records: requests ask for all, or the entry says that some are hidden. */
  #findHidden({ parameters }: ApiCall): {
    query: Record<string, string>
    hides?: string
    guesses: string[]
  } {
    const query: Record<string, string> = {}
    const guesses: string[] = []
    for (const { name, in: place, shape } of parameters) {
      if (place !== 'query' || !usualNames.hiding.test(name) || shape.usual === undefined) continue
      const usual = String(shape.usual)
      if (/^(?:include|show)/i.test(name) && usual === 'false') {
        query[name] = 'true'
        guesses.push(`${name} includes records that are hidden by default.`)
        continue
      }
      const all = shape.values.find((one) =>
        /^(?:all|any|both|all_not_deleted)$/i.test(String(one)),
      )
      if (all !== undefined) {
        query[name] = String(all)
        guesses.push(
          `${name}=${String(all)} includes records that are hidden by default (${usual}).`,
        )
        continue
      }
      if (/^(?:all|any|true)$/i.test(usual)) continue
      const hides = `records with another ${name} than ${usual.slice(0, 60)}`
      return {
        query,
        hides,
        guesses: [
          ...guesses,
          `${name} is ${usual.slice(0, 60)} by default. Check whether the list can have all records.`,
        ],
      }
    }
    return { query, guesses }
  }

  #describeFields({ fields }: FoundList): Record<string, string> {
    const names = [...fields.properties].filter(([name]) => isExpressible(name)).slice(0, maxFields)
    return Object.fromEntries(
      names
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, schema]) => [name, this.#toFieldType(this.#document.getShape(schema))]),
    )
  }

  #toFieldType({ type, format, values, items }: SchemaShape): string {
    if (type === 'string') {
      if (format === 'date-time') return 'datetime'
      if (format === 'date') return 'date'
      return values.length > 0 ? 'singleSelect' : 'string'
    }
    if (type === 'boolean') return 'boolean'
    if (type === 'integer') return 'int'
    if (type === 'number') return 'float'
    if (type === 'array' && this.#document.getShape(items).values.length > 0) return 'multiSelect'
    return 'other'
  }

  /** Moves the paging and ID of most objects to the defaults. */
  shareDefaults(objects: Readonly<Record<string, Record<string, unknown>>>) {
    const shared: Record<string, unknown> = {}
    const all = Object.entries(objects)
    for (const member of ['id', 'paging'] as const) {
      const groups = Map.groupBy(all, ([, rules]) =>
        JSON.stringify(getMembers(rules['read'])[member] ?? null),
      )
      const [common] = [...groups].toSorted(([, one], [, other]) => other.length - one.length)
      // An object without the member would take the default.
      if (!common || groups.has('null') || common[1].length < 3) continue
      const [text, same] = common
      shared[member] = JSON.parse(text)
      for (const [name, rules] of same) {
        delete getMembers(rules['read'])[member]
        this.#guesses.move(['objects', name, 'read', member], ['defaults', 'read', member])
      }
    }
    return Object.keys(shared).length > 0 ? { defaults: { read: shared } } : {}
  }
}

type ScopesByObject = Record<string, { read?: string[]; write?: string[] }>

/** One entry for all objects, if they require the same scopes. */
function joinEqual(byObject: ScopesByObject, names: readonly string[]): ScopesByObject {
  const groups = new Set(names.map((name) => JSON.stringify(byObject[name] ?? null)))
  const [only] = Object.values(byObject)
  return groups.size === 1 && only ? { '*': only } : byObject
}
