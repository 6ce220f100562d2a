import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { givenPlatform } from '../testing/src/test-platform.ts'
import { dataFolder, eventually, freePorts } from './support/program.ts'

// Follows docs/own-providers.md: an unknown API is read, mapped, delivered and written.

const manifest = `
specVersion: 1.0.0
integrations:
  - name: library
    provider: library
    read:
      objects:
        - objectName: books
          mapToName: item
          destination: webhook
          requiredFields:
            - fieldName: title
              mapToName: name
            - fieldName: author
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
    write:
      objects:
        - objectName: books
`

const entry = {
  displayName: 'Our library',
  authType: 'apiKey',
  apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Api-Key' } },
  objects: {
    books: {
      displayName: 'Books',
      read: {
        path: '/books',
        records: '',
        id: 'id',
        updated: { field: 'updatedAt', format: 'rfc3339' },
        since: { in: 'query', name: 'updatedAt_gte', format: 'rfc3339' },
        paging: { style: 'page', param: '_page', start: 1, size: { param: '_limit', max: 20 } },
      },
      create: { path: '/books', recordId: 'id' },
      update: { path: '/books/{id}', method: 'PATCH' },
      delete: { path: '/books/{id}' },
      search: { in: 'query', names: { title: 'title', author: 'author' } },
    },
  },
}

const books = Array.from({ length: 50 }, (_, n) => ({
  id: n + 1,
  title: `Book ${n + 1}`,
  author: n % 2 === 0 ? 'Ana' : 'Bo',
  updatedAt: new Date(Date.parse('2026-01-01T00:00:00Z') + n * 60_000).toISOString(),
}))

it('reads, maps, delivers and writes a provider that is a file in a folder', async () => {
  const data = await dataFolder()
  const [port] = await freePorts(1)
  const providers = join(data.path, 'providers')
  await mkdir(providers, { recursive: true })
  await writeFile(join(data.path, 'db.json'), JSON.stringify({ books }))
  const file = { baseURL: `http://127.0.0.1:${port}`, ...entry }
  await writeFile(join(providers, 'library.json'), JSON.stringify(file, null, 2))
  const bin = createRequire(import.meta.url).resolve('json-server/lib/cli/bin.js')
  const api = spawn(process.execPath, [bin, '--port', String(port), join(data.path, 'db.json')], {
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    api.kill()
    await once(api, 'exit')
    await data.remove()
  })
  const platform = await givenPlatform({
    ...{ contacts: 1, sourceYaml: manifest },
    env: { PLATFORM_PROVIDERS: providers },
  })

  await platform.call('POST', '/v1/{p}/connections:generate', {
    ...{ provider: 'library', groupRef: 'globex', consumerRef: 'hank', apiKey: 'of-globex' },
  })
  await platform.call('POST', '/v1/{p}/integrations/library/installations', {
    groupRef: 'globex',
    config: {
      createdBy: 'journey',
      content: {
        read: { objects: { books: {} } },
        write: { objects: { books: { objectName: 'books' } } },
      },
    },
  })

  const listReceived = () => platform.messages.flatMap(({ result }) => result ?? [])
  await eventually(() => listReceived().length >= books.length)
  const names = listReceived().map(({ mappedFields }) => mappedFields?.['name'])
  expect(new Set(names)).toEqual(new Set(books.map(({ title }) => title)))
  expect(platform.messages.some(({ objectName }) => objectName === 'item')).toBe(true)

  await platform.call('POST', '/write/v1/{p}/integrations/library/objects/books', {
    ...{ groupRef: 'globex', type: 'create', record: { title: 'Ours', author: 'Us' } },
  })
  const there = (await (
    await fetch(`http://127.0.0.1:${port}/books?title=Ours`)
  ).json()) as object[]
  expect(there).toMatchObject([{ author: 'Us' }])
})
