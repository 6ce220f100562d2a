/**
 * Generates `contract/openapi.json`, `client/src/api.ts`, `event-types.ts`, `health-states.ts`,
 * `capabilities.ts`, `destination-forms.ts` and the messages of `docs/events.md` from the contract; with `--check`, fails
 * if the committed files differ.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import {
  capabilityMeanings,
  destinationTypes,
  Health,
  listFormFields,
  NotificationEventType,
} from '@platform/contract'
import recorded from '@platform/contract/deliveries.json' with { type: 'json' }
import { openapiDocument } from '@platform/contract/openapi'

const document = openapiDocument()
const deliveries: Record<string, object | undefined> = recorded
const types = await openapiTypescript(document as unknown as OpenAPI3, {
  defaultNonNullable: false,
  immutable: false,
  silent: true,
})

const formatting = { semi: false, singleQuote: true, printWidth: 100 } as const
const eventsPage = new URL('../../docs/events.md', import.meta.url)
const files = [
  { url: new URL('../contract/openapi.json', import.meta.url), text: asJson(document) },
  { url: new URL('./src/api.ts', import.meta.url), text: asModule(astToString(types)) },
  { url: new URL('./src/event-types.ts', import.meta.url), text: eventTypes() },
  { url: new URL('./src/health-states.ts', import.meta.url), text: healthStates() },
  { url: new URL('./src/capabilities.ts', import.meta.url), text: await capabilities() },
  { url: new URL('./src/destination-forms.ts', import.meta.url), text: await writeForms() },
  { url: eventsPage, text: await withDeliveries(await readFile(eventsPage, 'utf8')) },
]

if (process.argv.includes('--check')) {
  for (const { url, text } of files) {
    // A missing file differs as well.
    const committed = await readFile(url, 'utf8').catch(() => '')
    if (committed === text) continue
    console.error(`${toPath(url)} is outdated: run \`npm run gen\` and commit the result.`)
    process.exitCode = 1
  }
} else {
  for (const { url, text } of files) await writeFile(url, text)
  console.log(`Wrote ${files.map(({ url }) => toPath(url)).join(' and ')}.`)
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

/** Writes what forms ask for, by type of destination: the members of its schemas with a label. */
async function writeForms(): Promise<string> {
  const forms = Object.entries(destinationTypes).map(([type, { metadata, secrets, ...form }]) => [
    type,
    { ...form, settings: listFormFields(metadata), secrets: listFormFields(secrets) },
  ])
  const exported = 'destinationForms'
  const source = `import type { DestinationForm } from './destination-form.ts'
import type { Schemas } from './schemas.ts'

/** What forms ask for, by type of destination. The first setting is its address. */
export const ${exported}: Record<Schemas['DestinationType'], DestinationForm> = ${JSON.stringify(Object.fromEntries(forms))}`
  return (await format('destination-forms.ts', asModule(source), formatting)).code
}

async function capabilities(): Promise<string> {
  const lines = Object.entries(capabilityMeanings).map(
    ([name, meaning]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: '${meaning}',\n`,
  )
  const comment = '/** What an API key may do, by its scope; `full` is all of it. */'
  const source = `${comment}\nexport const capabilityWords = {\n${lines.join('')}} as const\n`
  const { code } = await format('capabilities.ts', asModule(source), formatting)
  return code
}

/** Returns the page with each message as recorded by the test of every event. */
async function withDeliveries(page: string): Promise<string> {
  const parts = page.split(/(```json\n[^]*?```)/)
  const written = parts.map(async (part) => {
    const json = /^```json\n([^]*)```$/.exec(part)?.[1]
    if (json === undefined) return part
    const { notificationType, action } = JSON.parse(json) as Record<string, string | undefined>
    const delivery = deliveries[notificationType ?? action ?? '']
    if (!delivery) throw new Error(`docs/events.md shows a message that is not recorded: ${json}`)
    const { code } = await format('delivery.json', JSON.stringify(delivery, null, 2))
    return `\`\`\`json\n${code}\`\`\``
  })
  return (await Promise.all(written)).join('')
}

function toPath(url: URL): string {
  return relative(process.cwd(), fileURLToPath(url))
}
