import { createServer } from 'node:http'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testPlatform } from '../../../testing/src/test-platform.ts'
import { getPort } from '../../../../server/kernel/src/values/net.ts'
import { eventually } from '../../support/program.ts'
import type { AgentTask } from '../task.ts'
import type { TaskServer } from '../task-server.ts'

const books = Array.from({ length: 45 }, (_, at) => ({
  id: `book-${at + 1}`,
  title: `Book ${at + 1}`,
  updatedAt: new Date(Date.parse('2026-01-01T00:00:00Z') + at * 60_000).toISOString(),
}))
const pageSize = 20
const key = 'key-of-globex'

/** Starts an API that nobody at the platform knows. Requests need its key. */
async function startLibrary() {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers['x-library-key'] !== key) return answer(401, { message: 'Who is it?' })
    if (url.pathname !== '/v2/books') return answer(404, { message: 'No such list' })
    const since = url.searchParams.get('updated_since') ?? ''
    const page = Number(url.searchParams.get('page') ?? 1)
    const changed = books.filter(({ updatedAt }) => updatedAt >= since)
    const data = changed.slice((page - 1) * pageSize, page * pageSize)
    return answer(200, { data, total: changed.length })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${getPort(server)}/v2`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const describeLibrary = (url: string) => `openapi: 3.1.0
info: { title: Library, version: '2' }
servers: [{ url: '${url}' }]
security: [{ key: [] }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Library-Key }
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: page, in: query, description: 'Number of the page, from 1.', schema: { type: integer, default: 1 } }
        - name: updated_since
          in: query
          description: Returns only books that were changed at this time or later.
          schema: { type: string, format: date-time }
      responses:
        '200':
          description: A page of at most ${pageSize} books.
          content:
            application/json:
              schema:
                type: object
                properties:
                  total: { type: integer }
                  data:
                    type: array
                    items:
                      type: object
                      required: [id]
                      properties:
                        id: { type: string }
                        title: { type: string }
                        updatedAt: { type: string, format: date-time, description: Time of the last change. }
`

const manifest = `
specVersion: 1.0.0
integrations:
  - name: library
    provider: library
    read:
      objects:
        - objectName: books
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: title
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
`

/** An API of its own, with its description. */
export const providerFromOpenapi = (server: TaskServer): AgentTask => {
  let library: Awaited<ReturnType<typeof startLibrary>>
  return {
    name: 'add a provider from an OpenAPI file',
    prompt: ({
      baseUrl,
    }) => `Write library.json, a provider file for the API that openapi.yaml in this folder describes: the provider \`library\` with the \
object \`books\`, of which the platform reads all pages, and later only what has changed. Its customers have API keys.

- The platform runs at ${baseUrl}; its documentation begins at ${baseUrl}/llms.txt, provider files are at ${baseUrl}/docs/own-providers.md. The
  command line is \`platform\`.`,
    async prepare() {
      library = await startLibrary()
      const place = await server.place({})
      await writeFile(join(place.folder, 'openapi.yaml'), describeLibrary(library.url))
      return place
    },
    script: () => [
      'platform providers generate openapi.yaml --name library',
      'cat library.json',
      'platform providers check ./library.json',
    ],
    score: ({ folder }) => scoreProvider(join(folder, 'library.json')),
    end: () => library.close(),
  }
}

/** Starts another server that has the file. A customer connects and installs: all records must arrive. */
async function scoreProvider(file: string): Promise<string[]> {
  if (!existsSync(file)) return ['There is no library.json.']
  if (!/updated_since/.test(await readFile(file, 'utf8')))
    return ['The file does not request changes.']
  const started = await testPlatform({
    ...{ contacts: 1, sourceYaml: manifest, env: { PLATFORM_PROVIDERS: file } },
  }).catch((error: Error) => error)
  if (started instanceof Error) return [`The server rejects library.json: ${started.message}`]
  try {
    const customer = { groupRef: 'globex', consumerRef: 'hank' }
    const connection = await started.call<{ detail?: string }>(
      'POST',
      '/v1/{p}/connections:generate',
      { ...customer, provider: 'library', apiKey: key },
    )
    if (connection.detail) return [`The customer cannot connect: ${connection.detail}`]
    const installation = await started.call<{ detail?: string }>(
      'POST',
      '/v1/{p}/integrations/library/installations',
      { groupRef: 'globex', config: { content: { read: { objects: { books: {} } } } } },
    )
    if (installation.detail) return [`The customer cannot install: ${installation.detail}`]
    await eventually(
      () =>
        started.messages.some(({ notificationType }) =>
          ['read.backfill.done', 'read.schedule.paused'].includes(notificationType ?? ''),
        ),
      60_000,
    )
    const titles = started.messages
      .flatMap(({ result }) => (Array.isArray(result) ? result : []))
      .map(({ fields }) => fields?.['title'])
    const missing = books.filter(({ title }) => !titles.includes(title))
    return missing.length === 0
      ? []
      : [`${missing.length} of ${books.length} books did not arrive.`]
  } catch (error) {
    return [`The books were not read: ${(error as Error).message}`]
  } finally {
    await started.close()
  }
}
