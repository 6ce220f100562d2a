import { UrlPath } from '../declarative/calls/places.ts'
import { getMembers } from '../members.ts'
import { listCalls, splitPath, type CallsByPath } from './calls.ts'
import { ConnectionInputs, toInputName } from './connection-inputs.ts'
import { ObjectDescriptions } from './describe-objects.ts'
import { ApiDocument, NotGenerable, toList, toText } from './document.ts'
import { draftObjects, type Draft } from './draft-objects.ts'
import { findList, type FoundList } from './find-list.ts'
import { findSignIn } from './find-sign-in.ts'
import { findDomainName, toProviderName, toWords } from './generated-names.ts'
import { EntryGuesses, printEntry } from './proposal.ts'

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
  readonly #inputs = new ConnectionInputs()

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
    this.#inputs.findAccountParameters(lists)
    this.#inputs.findUnlistedParameters(lists)
    const drafts = draftObjects(lists, calls, {
      inputs: this.#inputs,
      skip: (path, reason) => this.#skip(path, reason),
    })
    const signIn = findSignIn(
      this.#document,
      lists.map(({ call }) => call),
      { baseURL, guesses: this.#guesses },
    )
    const descriptions = new ObjectDescriptions({
      document: this.#document,
      calls,
      inputs: this.#inputs,
      guesses: this.#guesses,
      signIn,
    })
    const { objects, scopes } = descriptions.describe(drafts)
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
    const input = this.#inputs.all
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
      ...descriptions.shareDefaults(objects),
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
      this.#inputs.add(`server ${variable}`, {
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
        this.#inputs.add(`header ${name}`, {
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
