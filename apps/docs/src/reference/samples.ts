import type { Json } from '@platform/contract/openapi'
import {
  listDocumentedParameters,
  type Components,
  type DocumentedOperation,
  type Parameter,
} from './document.ts'

/** Placeholders in samples, which `browser/docs.ts` replaces with the reader's values. */
export const placeholders = {
  baseUrl: 'https://integrations.acme.example',
  project: 'my-project',
  apiKey: 'plat_full_…',
  token: '<your token>',
}

export interface Sample {
  name: string
  language: string
  code: string
}

/** Reports false for operations for people only. */
export const mayTakeKey = ({ security = [] }: DocumentedOperation): boolean =>
  security.some((scheme) => 'APIKeyHeader' in scheme)

/** Returns a call by curl, by `@platform/client`, by Python's requests and by Go's `net/http`. */
export function codeSamples(operation: DocumentedOperation, components: Components): Sample[] {
  const all = listDocumentedParameters(operation, components)
  const collectValues = (where: string) =>
    Object.fromEntries(
      all
        .filter((one) => one.in === where && (where === 'path' || one.required))
        .map((one) => [one.name, makeValue(one)]),
    )
  const call: SampleCall = {
    method: operation.method,
    path: operation.path,
    params: collectValues('path'),
    query: collectValues('query'),
    headers: {},
    body: ofReader(Object.values(operation.requestBody?.content ?? {})[0]?.example),
    takesKey: mayTakeKey(operation),
  }
  return [{ name: 'curl', language: 'bash', code: curl(call) }, ...samplesOfCall(call)]
}

/** Returns a call in all languages but curl. */
export const samplesOfCall = (call: SampleCall): Sample[] => [
  {
    name: 'TypeScript',
    language: 'typescript',
    code: call.isOperation === false ? fetching(call) : typescript(call),
  },
  { name: 'Python', language: 'python', code: python(call) },
  { name: 'Go', language: 'go', code: go(call) },
]

export interface SampleCall {
  method: string
  path: string
  params: Record<string, string>
  query: Record<string, string>
  /** Sent in addition to the credential and the type of the body. */
  headers: Record<string, string>
  body: Json | undefined
  takesKey: boolean
  /** False for addresses that the client does not offer, such as those of the proxy. */
  isOperation?: boolean
}

/** Replaces the project in an example by a placeholder. */
const ofReader = (example: Json | undefined): Json | undefined =>
  typeof example === 'object' &&
  example !== null &&
  !Array.isArray(example) &&
  'projectIdOrName' in example
    ? { ...example, projectIdOrName: placeholders.project }
    : example

function makeValue({ name, schema }: Parameter): string {
  if (name === 'projectIdOrName') return placeholders.project
  const [example] = Array.isArray(schema['examples']) ? schema['examples'] : []
  if (typeof example === 'string') return example
  const [choice] = Array.isArray(schema['enum']) ? schema['enum'] : []
  return typeof choice === 'string' ? choice : (named[name] ?? name)
}

const named: Record<string, string> = {
  orgId: 'org_01jz5q0f8kf3bvw9s2m6t4x7ra',
  keyId: '0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11',
  destination: 'my-webhook',
  integrationId: 'salesforce-sync',
  integrationIdOrName: 'salesforce-sync',
  objectName: 'Contact',
  provider: 'salesforce',
  consumerRef: 'user-1',
  groupRef: 'company-1',
}

function formatAddress({ path, params, query }: SampleCall): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? name),
  )
  const asked = new URLSearchParams(query).toString()
  return placeholders.baseUrl + filled + (asked && `?${asked}`)
}

const getCredential = ({ takesKey }: SampleCall): [header: string, value: string] =>
  takesKey ? ['X-Api-Key', placeholders.apiKey] : ['Authorization', `Bearer ${placeholders.token}`]

const listHeaders = (call: SampleCall): [header: string, value: string][] => [
  getCredential(call),
  ...Object.entries(call.headers),
]

function curl(call: SampleCall): string {
  const { method, body } = call
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${formatAddress(call)}'`,
    `  -H '${getCredential(call).join(': ')}'`,
    ...(body === undefined
      ? []
      : [
          `  -H 'Content-Type: application/json'`,
          `  -d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ]
  return lines.join(' \\\n')
}

function typescript(call: SampleCall): string {
  const { method, path, params, query, headers, body, takesKey } = call
  const idempotencyKey = headers['idempotency-key']
  const credential = takesKey
    ? `apiKey: '${placeholders.apiKey}'`
    : `token: '${placeholders.token}'`
  const options = Object.entries({ params, query, idempotencyKey, body }).filter(
    ([, value]) => value !== undefined && !isEmpty(value),
  )
  const last =
    options.length === 0
      ? ''
      : `, {\n${options.map(([name, value]) => `  ${name}: ${indentLines(formatLiteral(value), 2)},`).join('\n')}\n}`
  return `import { createClient } from '@platform/client'

const client = createClient({ baseUrl: '${placeholders.baseUrl}', ${credential} })

const reply = await client.${method.toLowerCase()}('${path}'${last})`
}

const fetching = (call: SampleCall) => `const reply = await fetch('${formatAddress(call)}', {
  method: '${call.method}',
  headers: ${indentLines(formatLiteral(Object.fromEntries(listHeaders(call))), 2)},
})

console.log(reply.status, await reply.text())`

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Formats JSON like TypeScript source. */
const formatLiteral = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (whole, text: string) =>
      /['\\]/.test(text) ? whole : `'${text}'`,
    )

const indentLines = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`)

function python(call: SampleCall): string {
  const { method, body } = call
  const headers = listHeaders(call)
  const pairs = headers.map(([header, value]) => `${quoteText(header)}: ${quoteText(value)}`)
  const lines = [
    `    ${JSON.stringify(formatAddress(call))},`,
    `    headers={${pairs.length === 1 ? pairs.join('') : `\n${pairs.map((pair) => `        ${pair},\n`).join('')}    `}},`,
    ...(body === undefined ? [] : [`    json=${indentLines(formatPython(body), 4)},`]),
    '    timeout=30,',
  ]
  return `import requests

reply = requests.${method.toLowerCase()}(
${lines.join('\n')}
)
reply.raise_for_status()
print(reply.status_code, reply.text)`
}

const quoteText = (value: string) => JSON.stringify(value)

/** Formats JSON like Python source. */
function formatPython(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const items = Array.isArray(value)
    ? value.map((item) => formatPython(item))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${formatPython(item)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (items.length === 0) return `${open}${close}`
  return `${open}\n${items.map((item) => `    ${indentLines(item, 4)},`).join('\n')}\n${close}`
}

function go(call: SampleCall): string {
  const { method, body } = call
  const headers = listHeaders(call).map(
    ([header, value]) => `\trequest.Header.Set(${quoteText(header)}, ${quoteText(value)})`,
  )
  const imports = ['fmt', 'io', 'log', 'net/http', ...(body === undefined ? [] : ['strings'])]
  const content = body === undefined ? 'nil' : `strings.NewReader(${goString(body)})`
  const type =
    body === undefined ? '' : `\n\trequest.Header.Set("Content-Type", "application/json")`
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join('\n')}
)

func main() {
\trequest, err := http.NewRequest("${method}", ${quoteText(formatAddress(call))}, ${content})
\tif err != nil {
\t\tlog.Fatal(err)
\t}
${headers.join('\n')}${type}
\treply, err := http.DefaultClient.Do(request)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tdefer reply.Body.Close()
\tcontent, err := io.ReadAll(reply.Body)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tfmt.Println(reply.Status, string(content))
}`
}

/** Formats JSON as a raw string of Go; backticks end it, so they are appended in quotes. */
const goString = (body: Json): string =>
  `\`${JSON.stringify(body, null, 2).replaceAll('`', '` + "`" + `')}\``
