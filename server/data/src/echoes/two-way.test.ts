import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { formatReceiveToken } from '@platform/client/receive'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { pickBy, randomFrom } from '@platform/testing/seeded'
import { givenPlatform } from '@platform/testing/test-platform'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const edits = Number(process.env['TWO_WAY_EDITS'] ?? 40)

const takeBlock = (text: string, language: string) =>
  must(new RegExp(`^\`\`\`${language}.*\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)?.[1], 'example')

/** Starts the program of the guide in a folder from which it finds the packages. */
async function startExample(code: string, env: Record<string, string>) {
  const folder = join(root, 'server/data/dist', `two-way-${process.pid}`)
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'two-way.ts')
  await writeFile(file, code)
  const database = join(folder, 'contacts.db')
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env, DATABASE: database },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  })
  const open = () => new DatabaseSync(database, { timeout: 5000 })
  const db = await vi.waitFor(() => {
    const opened = open()
    opened.prepare('select count(*) from contacts').get()
    return opened
  }, patiently)
  onTestFinished(() => db.close())
  return { db, getErrors: () => errors }
}

it('keeps both sides equal while users of both edit, without answering own writes', async () => {
  const page = await readFile(join(root, 'docs/two-way.md'), 'utf8')
  const code = takeBlock(page, 'ts')
  const lines = code.split('\n').filter((line) => /^\s*[^\s/]/.test(line))
  expect(lines.length).toBeLessThanOrEqual(60)
  const platform = await givenPlatform({ contacts: 0 })
  await platform.call('POST', '/v1/{p}/destinations', { name: 'inbox', type: 'pull', metadata: {} })
  const manifest = takeBlock(page, 'yaml').replace("'*/10 * * * *'", "'0 0 1 1 *'")
  const sourceYaml = `specVersion: 1.0.0\n${manifest}`
  await platform.call('PUT', '/v1/{p}/integrations:batch?destructive=true', { sourceYaml })
  await platform.connect()
  const { id } = await platform.call<{ id: string }>(
    'POST',
    '/v1/{p}/integrations/crm/installations?skipSampling=true',
    {
      groupRef: 'globex',
      config: {
        content: {
          read: { objects: { Contact: {} } },
          write: { objects: { Contact: { objectName: 'Contact' } } },
        },
      },
    },
  )
  const path = `/v1/{p}/integrations/crm/installations/${id}`
  await vi.waitFor(async () => {
    const installation = await platform.call('GET', path)
    expect(installation['subscription']).toMatchObject({ state: 'active' })
  }, patiently)
  const baseUrl = must(platform.url, 'URL')
  const { apiKey } = platform
  const project = 'test'
  const { db, getErrors } = await startExample(code, {
    ...{ BASE_URL: baseUrl, API_KEY: apiKey, PROJECT: project },
    PLATFORM_RECEIVE: formatReceiveToken({ baseUrl, apiKey, project, destination: 'inbox' }),
  })
  const list = () => db.prepare('select * from contacts order by id').all()
  const findInCrm = async (crmId: unknown) => {
    const { result } = await platform.call<{
      result: { mappedFields: Record<string, unknown> }[]
    }>('POST', '/search/v1/{p}/integrations/crm?groupRef=globex', {
      objectName: 'Contact',
      fieldFilters: [{ fieldName: 'Id', operator: 'eq', value: crmId }],
    })
    return must(result[0], 'contact').mappedFields
  }
  const waitForEqual = (count: number) =>
    vi.waitFor(async () => {
      expect(getErrors()).toBe('')
      const rows = list()
      expect(rows).toHaveLength(count)
      for (const { crm_id: crmId, name, email, phone, base } of rows) {
        expect(JSON.parse(String(base))).toEqual([name, email, phone])
        expect(await findInCrm(crmId)).toEqual({ name, email, phone })
      }
    }, patiently)

  for (let number = 0; number < 4; number++) {
    db.prepare(
      `insert into contacts (customer, name, email, phone) values ('globex', ?, ?, ?)`,
    ).run(`Own ${number}`, `own-${number}@lind.example`, `+49 170 ${number}`)
    const values = { LastName: `Their ${number}`, Email: `their-${number}@lind.example` }
    await platform.control.createRecord('Contact', { ...values, Phone: '+49 171' })
  }
  await waitForEqual(8)

  const random = randomFrom(43)
  const pick = pickBy(random)
  const contacts = list()
  const expected = new Map<string, string>()
  let ownEdits = 0
  for (let edit = 0; edit < edits; edit++) {
    const crmId = String(pick(contacts)['crm_id'])
    if (random() < 0.5) {
      const phone = `+49 172 ${edit}`
      await platform.control.updateRecord('Contact', crmId, { Phone: phone })
      expected.set(`${crmId} phone`, phone)
    } else {
      const name = `Edit ${edit}`
      db.prepare('update contacts set name = ? where crm_id = ?').run(name, crmId)
      expected.set(`${crmId} name`, name)
      ownEdits++
    }
  }
  await waitForEqual(8)

  const found = new Map<string, unknown>()
  for (const row of list())
    for (const name of ['name', 'phone']) found.set(`${String(row['crm_id'])} ${name}`, row[name])
  for (const [key, value] of expected) expect([key, found.get(key)]).toEqual([key, value])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from operations where action_type = 'write'`.execute(
    platform.database.everything,
  )
  // A change that was read before an own write is stored after it, and the write repeated, at most once.
  expect(rows[0]?.count).toBeLessThanOrEqual(4 + ownEdits + edits)
})
