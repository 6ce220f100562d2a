import type { Json } from '@platform/contract/openapi'
import type { DocumentedOperation } from './document.ts'
import { mayTakeKey, placeholders, samplesOfCall, type Sample } from './samples.ts'

/**
 * Returns a call that a guide shows for curl in all languages; undefined for other commands, and
 * for calls with variables of the shell.
 */
export function samplesOfCurl(
  code: string,
  operations: readonly DocumentedOperation[],
): Sample[] | undefined {
  const call = parseCurl(code)
  if (!call) return undefined
  const { method, url, headers, body } = call
  const operation = operations.find(
    (one) => one.method === method && toPattern(one.path).test(url.pathname),
  )
  const params = operation && toPattern(operation.path).exec(url.pathname)?.groups
  return [
    { name: 'curl', language: 'bash', code },
    ...samplesOfCall({
      method,
      path: operation?.path ?? url.pathname,
      params: { ...params },
      query: Object.fromEntries(url.searchParams),
      headers,
      body,
      takesKey: operation === undefined || mayTakeKey(operation),
      isOperation: operation !== undefined,
    }),
  ]
}

const toPattern = (path: string) =>
  new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/:]+)')}$`)

/** Sent by every sample, from its credential and body. */
const implied = ['x-api-key', 'content-type']

function parseCurl(code: string) {
  const [program, ...words] = splitShellWords(code)
  const address = words.find((word) => word.startsWith(placeholders.baseUrl))
  if (program !== 'curl' || !address || code.includes('\n\n')) return undefined
  const listFlagValues = (flag: string) =>
    words.flatMap((word, at) => (word === flag ? [words[at + 1] ?? ''] : []))
  const [data] = listFlagValues('-d')
  const headers = listFlagValues('-H').map((header) => {
    const [name = '', ...value] = header.split(': ')
    return [name.toLowerCase(), value.join(': ')] as const
  })
  return {
    method: listFlagValues('-X')[0] ?? (data === undefined ? 'GET' : 'POST'),
    url: new URL(address),
    headers: Object.fromEntries(headers.filter(([name]) => !implied.includes(name))),
    body: data === undefined ? undefined : (JSON.parse(data) as Json),
  }
}

/** Splits a command as a shell does, without variables. */
const splitShellWords = (code: string): string[] =>
  [...code.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
