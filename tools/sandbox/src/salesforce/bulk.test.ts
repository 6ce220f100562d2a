import type { Connection } from 'jsforce'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxControl } from '../control-client.ts'
import { requireDefined } from '../require-defined.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { connectSalesforce } from '../testing/sign-in.ts'
import { organizations } from './org/org.ts'
import { parseCsv, recordsToCsv } from './records/csv.ts'

let sandbox: Sandbox
let connection: Connection

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 120 } })
})
beforeEach(async () => {
  await sandboxControl(sandbox.salesforceUrl).reset()
  connection = await connectSalesforce(sandbox)
  connection.bulk2.pollInterval = 20
})
afterAll(() => sandbox.close())

describe('Bulk API 1.0', () => {
  it('returns the rows of a query to jsforce, or its rejection', async () => {
    connection.bulk.pollInterval = 10
    const stream = await connection.bulk.query('SELECT Id, LastName, Account.Name FROM Contact')
    const rows = (await stream.toArray()) as Record<string, string>[]
    const refused = connection.bulk.query('SELECT Id, Nonsense FROM Contact')

    expect(rows).toHaveLength(120)
    expect(rows[0]).toHaveProperty('Account.Name')
    await expect(refused).rejects.toThrow("No such column 'Nonsense'")
  })

  it('writes what jsforce loads, row by row and in order', async () => {
    connection.bulk.pollInterval = 10

    const results = await connection.bulk.load('Contact', 'insert', [
      { LastName: 'First, "quoted"', Email: '' },
      { LastName: 'Second', Email: 'nobody' },
      { LastName: 'Third', Email: '' },
    ])

    expect(results).toMatchObject([
      { success: true, created: true, errors: [] },
      { success: false, errors: [expect.stringContaining('INVALID_EMAIL_ADDRESS')] },
      { success: true },
    ])
    const { records } = await connection.query("SELECT Id FROM Contact WHERE LastName = 'Third'")
    expect(records).toMatchObject([{ Id: requireDefined(results[2] as { id: string }).id }])
  })

  /** Runs a JSON job with one batch as simple-salesforce does, and returns its result. */
  const runInJson = async (job: object, sent: string) => {
    const root = `${sandbox.salesforceUrl}/services/async/60.0/job`
    const headers = {
      'content-type': 'application/json',
      'x-sfdc-session': connection.accessToken ?? '',
    }
    const ask = async (path: string, body?: string) => {
      const method = body === undefined ? 'GET' : 'POST'
      const response = await fetch(root + path, {
        method,
        headers,
        ...(body !== undefined && { body }),
      })
      return (await response.json()) as Record<string, unknown>
    }
    const created = await ask(
      '',
      JSON.stringify({ contentType: 'JSON', object: 'Contact', ...job }),
    )
    const batch = await ask(`/${String(created['id'])}/batch`, sent)
    const at = `/${String(created['id'])}/batch/${String(batch['id'])}`
    await ask(at)
    const info = await ask(at)
    return { created, info, result: await ask(`${at}/result`), at, ask }
  }

  it('writes JSON records one by one, and clears fields with null', async () => {
    const { created, info, result, at, ask } = await runInJson(
      { operation: 'insert', concurrencyMode: 0 },
      JSON.stringify([
        { attributes: { type: 'Contact' }, LastName: 'First', Title: 'Chief' },
        { LastName: 'Second', Email: 'nobody' },
      ]),
    )
    const [first] = result as unknown as { id: string }[]
    const id = requireDefined(first?.id)
    const cleared = await runInJson(
      { operation: 'update' },
      JSON.stringify([{ Id: id, Title: null }]),
    )

    expect(created).toMatchObject({ state: 'Open', contentType: 'JSON', object: 'Contact' })
    expect(info).toMatchObject({
      state: 'Completed',
      numberRecordsProcessed: 2,
      numberRecordsFailed: 1,
    })
    expect(result).toMatchObject([
      { success: true, created: true, errors: [] },
      {
        success: false,
        id: null,
        errors: [{ statusCode: 'INVALID_EMAIL_ADDRESS', fields: ['Email'] }],
      },
    ])
    expect(await ask(`${at}/request`)).toHaveLength(2)
    expect(cleared.result).toMatchObject([{ success: true, created: false, id }])
    expect(await connection.sobject('Contact').retrieve(id)).toMatchObject({ Title: null })
  })

  it('returns queried records in JSON, and rejects invalid JSON', async () => {
    const { result, at, ask } = await runInJson(
      { operation: 'query' },
      'SELECT Id, Account.Name FROM Contact LIMIT 3',
    )
    const rows = await ask(`${at}/result/${String((result as unknown as string[])[0])}`)
    const failed = await runInJson({ operation: 'insert' }, '{"LastName": "No list"}')
    const refused = await ask('', 'no JSON')

    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      attributes: { type: 'Contact' },
      Account: { Name: expect.any(String) },
    })
    expect(failed.info).toMatchObject({
      state: 'Failed',
      stateMessage: 'InvalidBatch : Records not found',
    })
    expect(refused).toMatchObject({ exceptionCode: 'InvalidBatch' })
  })

  it('makes jsforce refresh an expired session, and shows no job to another organization', async () => {
    const job = connection.bulk.createJob('Contact', 'query')
    await job.open()
    const account = requireDefined(organizations[1]).id
    const another = await connectSalesforce(sandbox, { account })
    const theirs = another.bulk.job(job.id ?? '').check()
    await expect(theirs).rejects.toThrow('Unable to find object')
    await sandboxControl(sandbox.salesforceUrl).expireTokens()

    const info = await job.check()

    expect(info).toMatchObject({ operation: 'query', state: 'Open' })
  })
})

describe('Bulk API 2.0', () => {
  it('returns the rows of a query to jsforce', async () => {
    const stream = await connection.bulk2.query('SELECT Id, LastName, Account.Name FROM Contact')
    const rows = (await stream.toArray()) as Record<string, string>[]

    const { records } = await connection.query('SELECT Id, LastName FROM Contact')
    expect(rows).toHaveLength(120)
    expect(rows.map(({ Id }) => Id)).toEqual(records.map(({ Id }) => Id))
    expect(rows[0]).toHaveProperty('Account.Name')
  })

  it('returns the rows in pages and marks the last one', async () => {
    const job = await connection.request<{ id: string }>({
      method: 'POST',
      url: '/jobs/query',
      body: JSON.stringify({ operation: 'query', query: 'SELECT Id FROM Contact' }),
      headers: { 'content-type': 'application/json' },
    })
    const url = `${sandbox.salesforceUrl}/services/data/v60.0/jobs/query/${job.id}`
    const headers = { authorization: `Bearer ${connection.accessToken}` }
    for (let poll = 0; poll < 2; poll += 1) await fetch(url, { headers })

    const first = await fetch(`${url}/results?maxRecords=100`, { headers })
    const locator = first.headers.get('sforce-locator')
    const last = await fetch(`${url}/results?maxRecords=100&locator=${locator}`, { headers })

    expect(parseCsv(await first.text())).toHaveLength(101)
    expect(first.headers.get('sforce-numberofrecords')).toBe('100')
    expect(parseCsv(await last.text())).toHaveLength(21)
    expect(last.headers.get('sforce-locator')).toBe('null')
  })

  it('writes the rows of jsforce and returns the result of each', async () => {
    const input = [
      { LastName: 'Loaded, "one"', Email: 'one@acme.test' },
      { LastName: 'Loaded two', Email: 'nobody' },
      { LastName: 'Loaded\nthree', Email: '' },
    ]

    const { successfulResults, failedResults, unprocessedRecords } =
      await connection.bulk2.loadAndWaitForResults({
        object: 'Contact',
        operation: 'insert',
        input,
        pollInterval: 20,
      })

    expect(successfulResults).toMatchObject([
      { sf__Created: 'true', LastName: 'Loaded, "one"' },
      { sf__Created: 'true', LastName: 'Loaded\nthree' },
    ])
    expect(failedResults).toMatchObject([{ sf__Id: '', LastName: 'Loaded two' }])
    expect(requireDefined(failedResults[0]).sf__Error).toMatch(/^INVALID_EMAIL_ADDRESS:/)
    expect(unprocessedRecords).toEqual([])
    const { totalSize } = await connection.query(
      "SELECT Id FROM Contact WHERE LastName LIKE 'Loaded%'",
    )
    expect(totalSize).toBe(2)
  })

  it('updates, clears and deletes by ID', async () => {
    const { records } = await connection.query('SELECT Id FROM Contact LIMIT 1')
    const Id = requireDefined(requireDefined(records[0]).Id)
    const load = (operation: 'update' | 'delete', row: Record<string, string>) =>
      connection.bulk2.loadAndWaitForResults({
        object: 'Contact',
        operation,
        input: [row],
        pollInterval: 20,
      })

    await load('update', { Id, Title: 'Chief', Department: '#N/A' })
    const changed = await connection.sobject('Contact').retrieve(Id)
    await load('delete', { Id })
    const { totalSize } = await connection.query(`SELECT Id FROM Contact WHERE Id = '${Id}'`)

    expect(changed).toMatchObject({ Title: 'Chief', Department: null })
    expect(totalSize).toBe(0)
  })

  it('fails a job whose columns are no fields', async () => {
    const job = connection.bulk2.createJob({ operation: 'insert', object: 'Contact' })
    await job.open()
    await job.uploadData([{ Foo: 'x' }])
    await job.close()

    await expect(job.poll(20, 2_000)).rejects.toThrow('Field name not found : Foo')
  })
})

describe('other calls of real clients', () => {
  it('finds records by words', async () => {
    await connection.sobject('Account').create({ Name: 'Zebra-Crossing Ltd' })

    const { searchRecords } = await connection.search(
      'FIND {zebra*} IN ALL FIELDS RETURNING Account(Id, Name LIMIT 5), Contact(Id)',
    )

    expect(searchRecords).toMatchObject([
      { attributes: { type: 'Account' }, Name: 'Zebra-Crossing Ltd' },
    ])
  })

  it('runs several calls in one, and reports the failed ones', async () => {
    const reply = await connection.requestPost('/composite/batch', {
      batchRequests: [
        { method: 'GET', url: 'v60.0/sobjects/Contact/describe' },
        { method: 'GET', url: 'v60.0/sobjects/Nowhere/describe' },
        { method: 'POST', url: 'v60.0/sobjects/Account', richInput: { Name: 'Batched' } },
      ],
    })

    expect(reply).toMatchObject({
      hasErrors: true,
      results: [
        { statusCode: 200, result: { name: 'Contact' } },
        { statusCode: 404 },
        { statusCode: 201, result: { success: true } },
      ],
    })
  })

  it('returns the organization’s name', async () => {
    const { records } = await connection.query('SELECT Id, Name, IsSandbox FROM Organization')

    expect(records).toMatchObject([
      {
        Id: requireDefined(connection.userInfo ?? undefined).organizationId,
        Name: 'Northwind Sandbox',
        IsSandbox: true,
      },
    ])
  })
})

describe('CSV', () => {
  it('is read as it was written', () => {
    const rows = [
      ['a', 'b"c', 'd,e'],
      ['', 'line\nbreak', 'ü'],
    ]

    expect(parseCsv(recordsToCsv(rows))).toEqual(rows)
    expect(parseCsv('a,b\r\n1,\r\n')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ])
  })
})
