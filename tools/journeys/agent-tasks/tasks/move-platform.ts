import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Schemas } from '@platform/client'
import { eventually } from '../../support/program.ts'
import { fromDocs } from '../../support/from-docs.ts'
import { maxScoreWaitMs, scoreBackend } from '../score-backend.ts'
import type { AgentTask, TaskPlace } from '../task.ts'
import type { TaskServer } from '../task-server.ts'
import { registerClientCommand } from './describe-backend.ts'

// Oldbridge is made up. It reads contacts, sends them, and issues tokens for pages, as platforms of this kind do.

const customer = { customer: 'globex', user: 'hank' }

const oldManifest = `# Deployed to Oldbridge.
syncs:
  crm-contacts:
    provider: salesforce
    object: Contact
    every: 1h
    history: all
    fields:
      LastName: name
      Email: email
    send_to: https://larkfield.example/webhooks/oldbridge
`

const contactsFile = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'

// By customer and ID.
const contacts = existsSync('contacts.json') ? JSON.parse(readFileSync('contacts.json', 'utf8')) : {}

export function storeContact(customer, { id, name, email }) {
  contacts[customer] = { ...contacts[customer], [id]: { name, email } }
  writeFileSync('contacts.json', JSON.stringify(contacts))
}

export const listContacts = (customer) => Object.values(contacts[customer] ?? {})
`

const oldServer = `import { createHmac, timingSafeEqual } from 'node:crypto'
import express from 'express'
import { listContacts, storeContact } from './contacts.mjs'

const app = express()

// Oldbridge signs the body.
app.post('/webhooks/oldbridge', express.raw({ type: () => true }), (request, response) => {
  const expected = createHmac('sha256', process.env.OLDBRIDGE_SECRET).update(request.body).digest()
  const given = Buffer.from(request.get('x-oldbridge-signature') ?? '', 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return response.sendStatus(401)
  const { customer, records } = JSON.parse(request.body)
  for (const record of records) storeContact(customer, record)
  response.sendStatus(204)
})

// Pages connect accounts with it.
app.get('/api/oldbridge-session', async (_request, response) => {
  const reply = await fetch('https://api.oldbridge.example/v1/sessions', {
    method: 'POST',
    headers: { authorization: \`Bearer \${process.env.OLDBRIDGE_KEY}\`, 'content-type': 'application/json' },
    body: JSON.stringify({ customer: 'company-1', user: 'user-1' }),
  })
  const { token } = await reply.json()
  response.type('text').send(token)
})

app.use(express.json())
app.get('/', (_request, response) => response.send('Larkfield'))
app.get('/api/contacts', (request, response) => response.json(listContacts(request.query.customer)))
app.listen(Number(process.env.PORT), '127.0.0.1')
`

const newManifest = `specVersion: 1.0.0
integrations:
  - name: crm-contacts
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: inbox
          schedule: '0 * * * *'
          requiredFields:
            - fieldName: LastName
              mapToName: name
            - fieldName: Email
              mapToName: email
          backfill:
            defaultPeriod:
              fullHistory: true
`

/** Replaces the routes of Oldbridge, and stores what is received. */
const changeSources = String.raw`const { readFileSync, writeFileSync } = require('node:fs')
const change = (file, by) => writeFileSync(file, by(readFileSync(file, 'utf8')))
change('server.mjs', (text) => text
  .replace(/^import .*node:crypto'\n/, '')
  .replace(/^import express.*\n/m, "$&import { platformRoutes } from './platform-routes.mjs'\n")
  .replace('listContacts, storeContact', 'listContacts')
  .replace(/\/\/ Oldbridge signs[^]*(?=app\.use)/, "const getUser = async () => ({ userId: 'user-1', companyId: 'company-1' })\napp.use(platformRoutes({ getUser }))\n"))
const handled = "  if (message.action !== 'read') return\n" +
  "  for (const { id, mappedFields } of message.result) storeContact(message.groupRef, { id, ...mappedFields })"
change('platform-routes.mjs', (text) => text
  .replace(/^import express.*\n/m, "$&import { storeContact } from './contacts.mjs'\n")
  .replace(/^  console\.log\(eventId.*$/m, () => handled))`

/** Writes the customers as the program of the docs reads them. */
const writeCustomers = `const { readFileSync, writeFileSync } = require('node:fs')
const { customers } = JSON.parse(readFileSync('oldbridge-export.json', 'utf8'))
writeFileSync('customers.json', JSON.stringify(customers.map(({ sync, ...one }) => ({ ...one, integration: sync, objects: { Contact: {} } }))))`

const write = (file: string, text: string) => `cat > ${file} <<'END'\n${text}\nEND`
const runProgram = (text: string) => `node --input-type=commonjs <<'END'\n${text}\nEND`

/** An app that another platform serves, with customers who have connected there. */
export const movePlatform = (server: TaskServer): AgentTask => ({
  name: 'move from another platform',
  prompt: ({
    baseUrl,
    project,
    port,
  }) => `Move the backend in this folder from the platform Oldbridge to ours. oldbridge.yaml is what is deployed there, and
oldbridge-export.json contains the customers who are connected there, with their tokens.

- Our platform runs at ${baseUrl}; its documentation begins at ${baseUrl}/llms.txt. The project is ${project}. PLATFORM_BASE_URL,
  PLATFORM_PROJECT and PLATFORM_API_KEY are set. The packages express, @platform/client, @platform/react and @platform/cli are installed; the
  command line is \`platform\`.
- The OAuth client stays: it has the ID \`sandbox-salesforce-client\`, the secret \`sandbox-salesforce-secret\` and the scopes \`api\` and
  \`refresh_token\`. The customers must not have to sign in again.
- \`node --env-file=.env server.mjs\` must start the backend at port ${port} of 127.0.0.1 or localhost (PORT=${port} is set). \`GET /\` and
  \`GET /api/contacts?customer=…\` must answer as before, the latter with all contacts of each customer, from now on by our platform.
- \`GET /api/platform-token\`, in place of \`/api/oldbridge-session\`, must return a token for the current user, \`user-1\` of the customer \`company-1\`.
- Nothing in server.mjs may call Oldbridge any more.`,
  async prepare() {
    const place = await server.place({ modules: ['express'] })
    const files = {
      'package.json': JSON.stringify({
        ...{ name: 'product', type: 'module' },
        dependencies: { express: '*' },
      }),
      'server.mjs': oldServer,
      'contacts.mjs': contactsFile,
      'oldbridge.yaml': oldManifest,
      'oldbridge-export.json': await exportCustomers(server),
    }
    for (const [file, text] of Object.entries(files))
      await writeFile(join(place.folder, file), text)
    return place
  },
  async script(place) {
    return [
      `platform init --project ${place.project} --base-url ${place.baseUrl}`,
      write('platform.yaml', newManifest),
      runProgram(changeSources),
      registerClientCommand,
      'platform deploy',
      write('move.mjs', await fromDocs('moving.md', 'connections:generate')),
      runProgram(writeCustomers),
      'node move.mjs customers.json',
      // Run again, it moves nobody twice.
      'node move.mjs customers.json',
      'rm customers.json move.mjs oldbridge.yaml oldbridge-export.json',
    ]
  },
  async score(place) {
    const faults = await scoreConnection(place)
    if (faults.length > 0) return faults
    return scoreBackend(place, {
      page: { path: '/', text: 'Larkfield' },
      check: async (origin) => [
        ...(await scoreContacts(origin, server.contacts)),
        ...(await scoreSources(place)),
      ],
    })
  },
})

/** Returns the export of a customer who has connected, with an access token that has expired meanwhile. */
async function exportCustomers({ platform }: TaskServer): Promise<string> {
  const { id } = await platform.connect('of-oldbridge')
  const path = `/v1/{p}/connections/${id}?includeCreds=true&includeRefreshToken=true`
  const { oauth2AuthorizationCode: tokens } = await platform.call<Schemas['Connection']>(
    'GET',
    path,
  )
  const exported = {
    ...customer,
    provider: 'salesforce',
    sync: 'crm-contacts',
    accessToken: 'expired',
    accessTokenExpiresAt: new Date(Date.now() - 60_000).toISOString(),
    refreshToken: tokens?.refreshToken?.token,
  }
  return JSON.stringify({ customers: [exported] }, null, 2)
}

/** Returns what the customer of the export lacks. */
async function scoreConnection({ call }: TaskPlace): Promise<string[]> {
  const path = `/v1/{p}/connections?provider=salesforce&groupRef=${customer.customer}`
  const [connection] = await call<Schemas['Connection'][]>('GET', path)
  if (!connection) return [`The customer ${customer.customer} has no connection.`]
  if (connection.status === 'working') return []
  return [`The connection of ${customer.customer} is ${connection.status}.`]
}

async function scoreContacts(origin: string, expected: number): Promise<string[]> {
  let listed: { name?: string; email?: string }[] = []
  const isComplete = async () => {
    const reply = await fetch(`${origin}/api/contacts?customer=${customer.customer}`)
    listed = (await reply.json()) as typeof listed
    return listed.filter(({ name, email }) => name && email !== undefined).length === expected
  }
  return eventually(isComplete, maxScoreWaitMs).then(
    () => [],
    () => [
      `The backend lists ${listed.length} of ${expected} contacts, the first as ${JSON.stringify(listed[0])}.`,
    ],
  )
}

async function scoreSources({ folder }: TaskPlace): Promise<string[]> {
  const text = await readFile(join(folder, 'server.mjs'), 'utf8')
  return text.includes('oldbridge.example') ? ['server.mjs still calls Oldbridge.'] : []
}
