import { ParameterName, UrlPath } from '../declarative/places.ts'
import { usualNames } from '../evidence/usual-names.ts'
import { getMembers } from '../members.ts'
import {
  listCalls,
  listPathParameters,
  splitPath,
  type ApiCall,
  type CallsByPath,
  type CallParameter,
} from './calls.ts'
import { ApiDocument, NotGenerable, toList, toText, type SchemaShape } from './document.ts'
import {
  findChangeTime,
  findId,
  findList,
  findTimeFormat,
  isExpressible,
  toSingular,
  type FoundList,
} from './find-list.ts'
import { findChangeFilter, findPaging } from './find-paging.ts'
import { findScopes, findSignIn, type FoundSignIn } from './find-sign-in.ts'
import { findWrites, type ProposedWrite } from './find-writes.ts'
import { EntryGuesses, printEntry } from './proposal.ts'
import { guessedPath } from './replies-document.ts'

export interface GenerateOptions {
  /** Name of the provider. Defaults to the title of the document. */
  name?: string | undefined
  /** Beginnings of paths. Defaults to all. */
  only?: readonly string[] | undefined
  /** Base URL, if the document has none. */
  baseURL?: string | undefined
}

/** A proposed entry of a provider. */
export interface GeneratedEntry {
  name: string
  /** The entry as JSON, with comments. */
  text: string
  objects: { name: string; read: string; changes: boolean; writes: string[] }[]
  /** Lists that are not in the entry, with the reason. */
  skipped: { path: string; reason: string }[]
  guesses: number
  /** What the document lacks, without which the entry cannot work. */
  missing: string[]
}

const maxObjects = 500
const maxFields = 200

/** A list with what the entry says of it. */
interface Draft {
  name: string
  list: FoundList
  path: string
  parent: { object: string; value?: string } | undefined
  query: Record<string, string>
  guesses: { member: string; text: string }[]
  id: string | undefined
}

/** Proposes a provider's entry from an OpenAPI 3 document. Throws `NotGenerable` with the reason. */
export function generateEntry(input: unknown, options: GenerateOptions = {}): GeneratedEntry {
  return new Generation(new ApiDocument(input), options).run()
}

class Generation {
  readonly #document: ApiDocument
  readonly #options: GenerateOptions
  readonly #guesses = new EntryGuesses()
  readonly #skipped: { path: string; reason: string }[] = []
  readonly #missing: string[] = []
  /** Inputs of a connection, by their name in the document. */
  readonly #inputs = new Map<string, { name: string; why: string; usual?: string }>()

  constructor(document: ApiDocument, options: GenerateOptions) {
    this.#document = document
    this.#options = options
  }

  run(): GeneratedEntry {
    const calls = listCalls(this.#document)
    const lists = this.#findLists(calls)
    const foreign = this.#document.foreignReferences
    if (foreign.length > 0) {
      const shown = foreign.slice(0, 3).join(', ')
      throw new NotGenerable(
        `The document refers to other files or addresses, which are not read: ${shown}${foreign.length > 3 ? ` and ${foreign.length - 3} more` : ''}. Put everything into one file: npx @redocly/cli bundle <file> --output bundled.yaml`,
      )
    }
    if (lists.length === 0) {
      const reasons = this.#skipped.slice(0, 5).map(({ path, reason }) => `GET ${path}: ${reason}`)
      throw new NotGenerable(
        ['The document describes no list that can be read.', ...reasons].join('\n'),
      )
    }
    const baseURL = this.#findBaseURL()
    this.#findAccountParameters(lists)
    const drafts = this.#draft(lists, calls)
    const signIn = findSignIn(
      this.#document,
      lists.map(({ call }) => call),
      { baseURL, guesses: this.#guesses },
    )
    const { objects, scopes } = this.#describeObjects(drafts, calls, signIn)
    if (drafts.length === 0) {
      const reasons = this.#skipped.slice(0, 5).map(({ path, reason }) => `GET ${path}: ${reason}`)
      throw new NotGenerable(['No list of the document can be read.', ...reasons].join('\n'))
    }
    const title = toText(getMembers(this.#document.root['info'])['title']).slice(0, 100)
    const shortTitle = title
      .replaceAll(
        /\b(?:REST|API|Reference|OpenAPI|Documentation|Specification|v\d+(?:\.\d+)*)\b/g,
        ' ',
      )
      .replaceAll(/\s+/g, ' ')
      .trim()
    const displayName = shortTitle === '' ? findDomainName(baseURL) : shortTitle
    const name = this.#options.name ?? toProviderName(displayName)
    const input = [...this.#inputs.values()]
    for (const [index, { why }] of input.entries()) {
      this.#guesses.add(['metadata', 'input'], `${input[index]?.name}: ${why}`)
    }
    const docsURL = toText(getMembers(this.#document.root['externalDocs'])['url']).slice(0, 500)
    const headers = this.#findConstantHeaders(drafts)
    const entry: Record<string, unknown> = {
      displayName,
      ...signIn.entry,
      baseURL,
      ...(docsURL.startsWith('https://') && { docsURL }),
      ...(input.length > 0 && {
        metadata: {
          input: input.map(({ name: one, usual }) => ({
            name: one,
            displayName: toWords(one),
            ...(usual !== undefined && { defaultValue: usual }),
          })),
        },
      }),
      ...(scopes && { scopes }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...this.#findLimits(drafts),
      ...this.#shareDefaults(objects),
      objects,
    }
    this.#requireExplicitWorkspace(entry, input)
    return {
      name,
      text: printEntry(entry, this.#guesses),
      objects: Object.entries(objects).map(([one, rules]) => ({
        name: one,
        read: toText(getMembers(rules['read'])['path']),
        changes: ['since', 'updated'].some(
          (member) => getMembers(rules['read'])[member] !== undefined,
        ),
        writes: ['create', 'update', 'delete'].filter((type) => rules[type] !== undefined),
      })),
      skipped: this.#skipped,
      guesses: this.#guesses.all.length,
      missing: this.#missing,
    }
  }

  #skip(path: string, reason: string): void {
    this.#skipped.push({ path: path.slice(0, 200), reason })
  }

  #findLists(calls: CallsByPath): FoundList[] {
    const { only } = this.#options
    const lists: FoundList[] = []
    for (const [path, { get }] of calls) {
      if (!get || (only && !only.some((start) => path.startsWith(start)))) continue
      if (splitPath(path).at(-1)?.parameter !== undefined) continue
      if (!UrlPath.safeParse(path.replaceAll(/\{[^{}]+\}/g, 'x')).success) {
        this.#skip(path, 'its path cannot be used')
        continue
      }
      const found = findList(this.#document, get)
      if ('reason' in found) this.#skip(path, found.reason)
      else if (lists.length >= maxObjects) {
        this.#skip(path, `more than ${maxObjects} lists: choose some with --only`)
      } else lists.push(found)
    }
    return lists
  }

  #findBaseURL(): string {
    const { baseURL } = this.#options
    if (baseURL !== undefined) return baseURL.replace(/\/+$/, '')
    const servers = toList(this.#document.root['servers']).map((one) => this.#document.resolve(one))
    const server =
      servers.find(({ url }) => toText(url).startsWith('https://')) ??
      servers.find(({ url }) => /^(?:http:\/\/|\{)/.test(toText(url)))
    const url = toText(server?.['url']).slice(0, 300).replace(/\/+$/, '')
    if (!server || url === '') {
      this.#missing.push(
        'baseURL: the document has no absolute address in `servers`. Enter it in the file, or use --base-url.',
      )
      return 'https://api.example.com'
    }
    if (servers.length > 1) {
      const others = servers
        .filter((one) => one !== server)
        .map(({ url: one }) => toText(one).slice(0, 80))
      this.#guesses.add(
        ['baseURL'],
        `the first of several servers; others: ${others.slice(0, 5).join(', ')}.`,
      )
    }
    const variables = getMembers(server['variables'])
    return url.replaceAll(/\{([^{}]+)\}/g, (_, variable: string) => {
      const { default: usual, enum: values } = this.#document.resolve(variables[variable])
      const name = toInputName(variable)
      const choices = toList(values).filter((one) => typeof one === 'string')
      this.#inputs.set(`server ${variable}`, {
        name,
        why:
          choices.length > 0
            ? `part of the server's address, one of ${choices.slice(0, 8).join(', ')}.`
            : 'part of the server’s address. Check what customers know of it.',
        ...(choices.length > 0 && typeof usual === 'string' && { usual }),
      })
      return `{{${name}}}`
    })
  }

  /** Parameters that most lists require are values of the connection, such as the account. */
  #findAccountParameters(lists: readonly FoundList[]): void {
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
      this.#inputs.set(key, {
        name: toInputName(name),
        why: `${count} of ${lists.length} lists require ${name}. Check that customers know it, or look it up after the sign-in (lookup).`,
      })
    }
  }

  /** Decides name, path and parameters of each list. Lists below others need theirs. */
  #draft(lists: readonly FoundList[], calls: CallsByPath): Draft[] {
    const names = nameObjects(lists, (path) => this.#isAccount(path))
    const drafts = new Map<string, Draft>()
    const roots = lists.filter(({ call }) => this.#listOwnParameters(call.path).length === 0)
    const below = lists.filter(({ call }) => this.#listOwnParameters(call.path).length > 0)
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
    const own = this.#listOwnParameters(path)
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
      path: this.#fillPath(path, parameter === undefined ? [] : [parameter], 'parent'),
      parent,
      query,
      guesses,
      id: id?.id,
    }
  }

  #isAccount(parameter: string): boolean {
    return this.#inputs.has(`path ${parameter}`)
  }

  #listOwnParameters(path: string): string[] {
    return listPathParameters(path).filter((name) => !this.#isAccount(name))
  }

  /** Replaces the inputs of the connection, and the given parameter by another name. */
  #fillPath(path: string, renamed: readonly string[], as: string): string {
    return path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const input = this.#inputs.get(`path ${name}`)
      if (input) return `{{${input.name}}}`
      return renamed.includes(name) ? `{${as}}` : whole
    })
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
    const input = this.#inputs.get(`query ${name}`)
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

  #describeObjects(drafts: readonly Draft[], calls: CallsByPath, signIn: FoundSignIn) {
    const objects: Record<string, Record<string, unknown>> = {}
    const byObject: Record<string, { read?: string[]; write?: string[] }> = {}
    for (const draft of drafts) {
      const { name, list } = draft
      const rules = this.#describeObject(draft)
      const readScopes = findScopes(this.#document, list.call, signIn.scheme) ?? []
      const writeScopes = new Set<string>()
      const replaceParameters = (path: string, kept: readonly string[]) => {
        const own = this.#listOwnParameters(path)
        const filled = this.#fillPath(path, [], '')
        return own.every((one) => kept.includes(one)) && UrlPath.safeParse(filled).success
          ? filled
          : undefined
      }
      const writes = findWrites(this.#document, calls, {
        listPath: list.call.path,
        objectName: name,
        idField: draft.id,
        isBelow: this.#listOwnParameters(list.call.path).length > 0,
        replaceParameters,
      })
      for (const type of ['create', 'update', 'delete'] as const satisfies ProposedWrite[]) {
        const write = writes[type]
        if (!write) continue
        rules[type] = write.rules
        for (const text of write.guesses) this.#guesses.add(['objects', name, type], text)
        for (const scope of findScopes(this.#document, write.call, signIn.scheme) ?? []) {
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
    const isScoped = Object.keys(byObject).length > 0 || signIn.offline.length > 0
    if (!isScoped) return { objects, scopes: undefined }
    const scopes = {
      grantedBy: signIn.entry['authType'] === 'oauth2' ? 'request' : 'credential',
      ...(signIn.offline.length > 0 && { offline: signIn.offline }),
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

  /** Headers that every list requires: constants, or inputs of the connection. */
  #findConstantHeaders(drafts: readonly Draft[]): Record<string, string> {
    const headers: Record<string, string> = {}
    const [first] = drafts
    for (const { name, in: place, isRequired, shape } of first?.list.call.parameters ?? []) {
      if (place !== 'header' || !isRequired || !/^[\w-]{1,100}$/.test(name)) continue
      if (/^(?:accept|content-type|authorization|content-length|host|cookie)$/i.test(name)) continue
      const isEverywhere = drafts.every(({ list }) =>
        list.call.parameters.some((one) => one.in === 'header' && one.name === name),
      )
      if (!isEverywhere) continue
      const value = shape.usual ?? shape.values[0] ?? undefined
      if (typeof value === 'string' || typeof value === 'number') {
        headers[name] = String(value).slice(0, 300)
        this.#guesses.add(['headers', name], 'the first or default value of the document.')
      } else {
        const input = toInputName(name)
        this.#inputs.set(`header ${name}`, {
          name: input,
          why: `all lists require the header ${name}.`,
        })
        headers[name] = `{{${input}}}`
      }
    }
    return headers
  }

  #findLimits(drafts: readonly Draft[]) {
    const all = new Set(drafts.flatMap(({ list }) => list.reply.headers))
    const find = (pattern: RegExp) => [...all].find((name) => pattern.test(name))
    const remaining = find(/^x?-?rate-?limit-remaining$/)
    if (remaining === undefined) return {}
    const limit = find(/^x?-?rate-?limit-limit$|^x?-?rate-?limit$/)
    const reset = find(/^x?-?rate-?limit-reset$/)
    this.#guesses.add(
      ['limits', 'headers'],
      `by their names${reset === undefined ? '' : `. Check whether ${reset} is in seconds from now or a Unix time, and set resetFormat`}.`,
    )
    return {
      limits: {
        headers: {
          ...(limit !== undefined && { limit }),
          remaining,
          ...(reset !== undefined && { reset }),
        },
      },
    }
  }

  /** Moves the paging and ID of most objects to the defaults. */
  #shareDefaults(objects: Readonly<Record<string, Record<string, unknown>>>) {
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

  #requireExplicitWorkspace(
    entry: Record<string, unknown>,
    input: readonly { name: string }[],
  ): void {
    const oauth2 = getMembers(entry['oauth2Opts'])
    const inURL = JSON.stringify([oauth2['authURL'], oauth2['tokenURL']])
    if (input.some(({ name }) => name === 'workspace' && inURL.includes('{{workspace}}'))) {
      oauth2['explicitWorkspaceRequired'] = true
    }
  }
}

const toLetters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

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

const toPlainPath = (path: string) => path.replace(/(?:\.json)?\/?$/, '')

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

const verbStep = /^(?:list|get|query|all|find|index|search|get_?all)$/i
const versionStep =
  /^(?:api|rest|v?\d+(?:\.\d+)*|v\d+\w*|\d{4}-\d\d(?:-\d\d)?|open_api|services?)$/i

/** Names objects by the ends of their paths, as short as they differ. */
function nameObjects(
  lists: readonly FoundList[],
  isAccount: (parameter: string) => boolean,
): Map<string, string> {
  const steps = new Map(
    lists.map(({ call }) => {
      const all = splitPath(toPlainPath(call.path))
        .filter(({ parameter }) => parameter === undefined)
        .map(({ text }) => text.replace(/\.(?:list|get|all)$/i, '').replaceAll(/[^\w-]+/g, '_'))
        .filter((text) => !versionStep.test(text))
      const named = all.length > 1 && verbStep.test(all.at(-1) ?? '') ? all.slice(0, -1) : all
      const first = splitPath(call.path).find(({ parameter }) => parameter !== undefined)
      const hasAccount = first?.parameter !== undefined && isAccount(first.parameter)
      // `/organizations/{organization}/projects` is named after what follows the account.
      return [call.path, hasAccount && named.length > 1 ? named.slice(1) : named]
    }),
  )
  const names = new Map<string, string>()
  for (const [path, all] of steps) {
    let length = 1
    const take = (of: readonly string[], count: number) => of.slice(-count).join('/')
    const isTaken = (count: number) =>
      [...steps].some(
        ([other, own]) =>
          other !== path && take(own, count) === take(all, count) && own.length <= all.length,
      )
    while (length < all.length && isTaken(length)) length += 1
    let name = take(all, length).slice(0, 180) || 'records'
    for (let number = 2; [...names.values()].includes(name); number++) {
      name = `${take(all, length).slice(0, 180)}_${number}`
    }
    names.set(path, name)
  }
  return names
}

const toInputName = (name: string) =>
  name
    .replaceAll(/\W+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || 'value'

/** Formats a name: `contact_lists` → `Contact lists`. */
function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `https://{{region}}.acme.io/v1` → `Acme`. */
function findDomainName(baseURL: string): string {
  const [, name = 'provider'] =
    /^https?:\/\/[^/]*?([a-z\d-]+)\.[a-z]+(?:[/:]|$)/i.exec(baseURL) ?? []
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A provider's name as in the catalogue: `Acme CRM` → `acmeCRM`. */
function toProviderName(title: string): string {
  const words = title
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .slice(0, 4)
  const joined = words
    .map((word, index) =>
      index === 0
        ? word.charAt(0).toLowerCase() + word.slice(1)
        : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join('')
  return /^[A-Za-z]/.test(joined) ? joined.slice(0, 60) : 'provider'
}

type ScopesByObject = Record<string, { read?: string[]; write?: string[] }>

/** One entry for all objects, if they require the same scopes. */
function joinEqual(byObject: ScopesByObject, names: readonly string[]): ScopesByObject {
  const groups = new Set(names.map((name) => JSON.stringify(byObject[name] ?? null)))
  const [only] = Object.values(byObject)
  return groups.size === 1 && only ? { '*': only } : byObject
}
