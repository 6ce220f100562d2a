/**
 * Writes `contract/openapi.json`, `client/src/api.ts`, `event-types.ts` and `health-states.ts` from the contract, or with `--check` fails
 * when the committed files are not what the contract says.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { Health, NotificationEventType } from '@platform/contract'
import { openapiDocument } from '@platform/contract/openapi'

const document = openapiDocument()
const types = await openapiTypescript(document as unknown as OpenAPI3, {
  defaultNonNullable: false,
  immutable: false,
  silent: true,
})

const files = [
  { url: new URL('../contract/openapi.json', import.meta.url), text: asJson(document) },
  { url: new URL('./src/api.ts', import.meta.url), text: asModule(astToString(types)) },
  { url: new URL('./src/event-types.ts', import.meta.url), text: eventTypes() },
  { url: new URL('./src/health-states.ts', import.meta.url), text: healthStates() },
]

if (process.argv.includes('--check')) {
  for (const { url, text } of files) {
    // A file that is missing is not what the contract says either.
    const committed = await readFile(url, 'utf8').catch(() => '')
    if (committed === text) continue
    console.error(
      `${pathOf(url)} is not what the contract says: run \`npm run gen\` and commit the result.`,
    )
    process.exitCode = 1
  }
} else {
  for (const { url, text } of files) await writeFile(url, text)
  console.log(`Wrote ${files.map(({ url }) => pathOf(url)).join(' and ')}.`)
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function asModule(source: string): string {
  return `// Generated from the contract by \`npm run gen\`.\n\n${source}`
}

function eventTypes(): string {
  const names = NotificationEventType.options.map((name) => `  '${name}',\n`).join('')
  const comment = '/** Every event type that a topic can receive. */'
  return asModule(`${comment}\nexport const notificationEventTypes = [\n${names}] as const\n`)
}

function healthStates(): string {
  const names = Health.shape.state.options.map((name) => `  '${name}',\n`).join('')
  const comment = '/** Each is worse than the one before it. */'
  return asModule(`${comment}\nexport const healthStates = [\n${names}] as const\n`)
}

function pathOf(url: URL): string {
  return relative(process.cwd(), fileURLToPath(url))
}
