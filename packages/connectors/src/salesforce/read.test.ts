import { describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { oddProvider } from '../testing/odd-provider.ts'
import { readAllPages } from '../testing/read-all.ts'
import { salesforce } from './connector.ts'

const noColumn = (column: string) => ({
  status: 400,
  body: [
    {
      errorCode: 'INVALID_FIELD',
      message: `\nId,${column} FROM Thing\n   ^\nERROR at Row:1:Column:11\nNo such column '${column}' on entity 'Thing'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name.`,
    },
  ],
})

/** Fields that a query selects, and IDs that it names. */
function parseSoql(soql: string) {
  const [, select = ''] = /^SELECT (.+) FROM/.exec(soql) ?? []
  return {
    columns: select.split(', '),
    ids: [...soql.matchAll(/'(thing\d+)'/g)].map((match) => requireValue(match[1])),
  }
}

describe('a Salesforce read', () => {
  it.each([
    ['LastModifiedDate', ['SystemModstamp']],
    ['CreatedDate', ['SystemModstamp', 'LastModifiedDate']],
  ])('uses %s if the object has no better field', async (timeField, absent) => {
    const client = await oddProvider(({ url }) => {
      const soql = url.searchParams.get('q') ?? ''
      const missing = absent.find((column) => soql.includes(column))
      if (missing) return noColumn(missing)
      const row = { Id: 'thing1', [timeField]: '2026-01-31T10:00:00.000+0000' }
      return { body: { totalSize: 1, done: true, records: [row] } }
    })

    const { records } = await salesforce.read(client, {
      objectName: 'Thing',
      fieldNames: [],
      since: '2026-01-01T00:00:00+01:00',
    })

    expect(records).toMatchObject([{ id: 'thing1', updatedTime: '2026-01-31T10:00:00.000Z' }])
    expect(client.requests.at(-1)?.query?.q).toBe(
      `SELECT Id, ${timeField} FROM Thing WHERE ${timeField} >= 2025-12-31T23:00:00.000Z ORDER BY ${timeField}, Id`,
    )
  })

  it.each(['filtered in a query call', 'sorted in a query call'])(
    'uses another time field if SystemModstamp can not be %s',
    async (limitation) => {
      const client = await oddProvider(({ url }) => {
        const message = `field 'SystemModstamp' can not be ${limitation}`
        if (url.searchParams.get('q')?.includes('SystemModstamp')) {
          return { status: 400, body: [{ errorCode: 'INVALID_FIELD', message }] }
        }
        const row = { Id: 'thing1', LastModifiedDate: '2026-01-31T10:00:00.000+0000' }
        return { body: { totalSize: 1, done: true, records: [row] } }
      })
      const since = '2026-01-01T00:00:00Z'
      const asked = { objectName: 'Thing', fieldNames: [], since }

      const { records } = await salesforce.read(client, asked)

      expect(records).toMatchObject([{ id: 'thing1', updatedTime: '2026-01-31T10:00:00.000Z' }])
      await expect(salesforce.countRecords?.(client, asked)).resolves.toBe(1)
    },
  )

  // singer-io/tap-salesforce#98, jsforce/jsforce#412
  it.each(['QUERY_TIMEOUT', 'OPERATION_TOO_LARGE', 'REQUEST_RUNNING_TOO_LONG'])(
    'requests smaller pages while a query ends with %s',
    async (errorCode) => {
      const client = await oddProvider(({ url }) => {
        const soql = url.searchParams.get('q') ?? ''
        const limit = Number(/LIMIT (\d+)/.exec(soql)?.[1] ?? Infinity)
        if (limit > 50) return { status: 400, body: [{ errorCode, message: 'Long.' }] }
        const after = Number(/Id > 'thing(\d+)'/.exec(soql)?.[1] ?? 99)
        const ids = [100, 101, 102].filter((id) => id > after).slice(0, limit)
        const records = ids.map((id) => ({
          Id: `thing${id}`,
          SystemModstamp: '2026-01-31T10:00:00.000+0000',
        }))
        return { body: { totalSize: records.length, done: true, records } }
      })

      const { records } = await readAllPages(salesforce, client, {
        objectName: 'Thing',
        fieldNames: [],
      })

      expect(records.map(({ id }) => id)).toEqual(['thing100', 'thing101', 'thing102'])
    },
  )

  it.each([
    [403, 'TXN_SECURITY_METERING_ERROR'],
    [403, 'API_CURRENTLY_DISABLED'],
    [400, 'QUERY_TIMEOUT'],
    [400, 'REQUEST_RUNNING_TOO_LONG'],
  ])('is retried after status %i with %s, which passes', async (status, errorCode) => {
    const client = await oddProvider(() => ({ status, body: [{ errorCode, message: 'Later.' }] }))

    await expect(
      salesforce.read(client, { objectName: 'Thing', fieldNames: [] }),
    ).rejects.toMatchObject({ failure: 'unavailable', isOutage: true })
  })

  it('continues by ID, also after a lost locator, if the object has no modification time', async () => {
    const client = await oddProvider(({ url }) => {
      const soql = url.searchParams.get('q')
      if (!soql) return { status: 400, body: [{ errorCode: 'INVALID_QUERY_LOCATOR' }] }
      const column = ['SystemModstamp', 'LastModifiedDate', 'CreatedDate'].find((name) =>
        soql.includes(name),
      )
      if (column) return noColumn(column)
      return soql.includes("WHERE Id > 'thing2'")
        ? { body: { totalSize: 1, done: true, records: [{ Id: 'thing3' }] } }
        : {
            body: {
              totalSize: 3,
              done: false,
              nextRecordsUrl: '/services/data/v67.0/query/01g-2',
              records: [{ Id: 'thing1' }, { Id: 'thing2' }],
            },
          }
    })

    const { records } = await readAllPages(salesforce, client, {
      objectName: 'Thing',
      fieldNames: [],
    })

    expect(records.map(({ id }) => id)).toEqual(['thing1', 'thing2', 'thing3'])
  })

  it('splits a very long list of fields into several requests', async () => {
    const fieldNames = Array.from({ length: 700 }, (_, number) => `A_Rather_Long_Name_${number}__c`)
    const things = Array.from({ length: 450 }, (_, number) => `thing${number}`)
    const addressLengths: number[] = []
    const client = await oddProvider(({ url }) => {
      addressLengths.push(url.href.length)
      const { columns, ids } = parseSoql(url.searchParams.get('q') ?? '')
      const wanted = ids.length > 0 ? ids.filter((id) => id !== 'thing7') : things
      const records = wanted.map((id) => ({
        ...Object.fromEntries(columns.map((column) => [column, `${id} ${column}`])),
        Id: id,
      }))
      return { body: { totalSize: records.length, done: true, records } }
    })

    const { records } = await salesforce.read(client, { objectName: 'Thing', fieldNames })

    expect(Math.max(...addressLengths)).toBeLessThan(14_000)
    expect(records).toHaveLength(things.length - 1)
    for (const { id, raw } of records) {
      expect(fieldNames.every((fieldName) => raw[fieldName] === `${id} ${fieldName}`)).toBe(true)
    }
  })
})

describe('a Salesforce field name', () => {
  it('is case-insensitive, for parents and for parts of an address', () => {
    const raw = { Name: 'Acme', Owner: { Name: 'Ada' }, BillingAddress: { city: 'Graz' } }

    expect(salesforce.fieldValue(raw, 'name')).toBe('Acme')
    expect(salesforce.fieldValue(raw, 'Owner.name')).toBe('Ada')
    expect(salesforce.fieldValue(raw, "$['BillingAddress']['City']")).toBe('Graz')
    expect(salesforce.fieldValue(raw, 'Phone')).toBeUndefined()
    expect(salesforce.fieldValue({ Owner: null }, 'Owner.Name')).toBeUndefined()
  })
})

describe('a Salesforce refusal', () => {
  it.each([
    [403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.', 'rate-limit'],
    [403, 'INSUFFICIENT_ACCESS', 'insufficient access rights', 'permission'],
    [403, 'API_DISABLED_FOR_ORG', 'The REST API is not enabled', 'credentials'],
    [403, 'INVALID_OPERATION_WITH_EXPIRED_PASSWORD', 'The password has expired', 'credentials'],
    [403, 'ORG_LOCKED', 'The organization is locked', 'credentials'],
    [500, 'LOGIN_DURING_RESTRICTED_TIME', 'Login hours', 'credentials'],
    [503, 'API_CURRENTLY_DISABLED', 'The API is down', 'unavailable'],
    [401, 'INVALID_SESSION_ID', 'Session expired or invalid', 'credentials'],
    [400, 'UNABLE_TO_LOCK_ROW', 'unable to obtain exclusive access', 'unavailable'],
    [400, 'MALFORMED_QUERY', 'unexpected token', 'bad-request'],
    [500, 'UNKNOWN_EXCEPTION', 'An unexpected error occurred.', 'unavailable'],
  ])('%s %s keeps its message and is mapped to %s %s', async (status, code, message, failure) => {
    const body = [{ errorCode: code, message }]
    const client = await oddProvider(() => ({ status, body }))

    const attempt = salesforce.read(client, { objectName: 'Thing', fieldNames: [] })

    await expect(attempt).rejects.toMatchObject({ failure, code, status })
    await expect(attempt).rejects.toThrow(message)
  })

  it('of a malformed query is a defect of the server', async () => {
    const body = [{ errorCode: 'MALFORMED_QUERY', message: 'unexpected token' }]
    const client = await oddProvider(() => ({ status: 400, body }))

    const attempt = salesforce.read(client, { objectName: 'Thing', fieldNames: [] })

    await expect(attempt).rejects.toMatchObject({ isOurDefect: true })
  })

  it('in HTML is an outage of a proxy', async () => {
    const client = await oddProvider(() => ({ status: 403, body: '<html>Access denied</html>' }))

    const attempt = salesforce.read(client, { objectName: 'Thing', fieldNames: [] })

    await expect(attempt).rejects.toMatchObject({ failure: 'unavailable', status: 403 })
  })

  it('of an unknown object omits the marker drawing', async () => {
    const message =
      "\nName FROM Accout\n   ^\nERROR at Row:1:Column:43\nsObject type 'Accout' is not supported."
    const body = [{ errorCode: 'INVALID_TYPE', message }]
    const client = await oddProvider(() => ({ status: 400, body }))

    const attempt = salesforce.sampleRead(client, { objectName: 'Accout', fieldNames: ['Name'] })

    await expect(attempt).rejects.toThrow(/^sObject type 'Accout' is not supported\.$/)
  })

  it('of a field names possible causes', async () => {
    const client = await oddProvider(({ url }) =>
      url.pathname.endsWith('/describe')
        ? { body: { name: 'Thing', label: 'Thing', fields: [{ name: 'Name' }] } }
        : noColumn('Foo__c'),
    )
    const sample = (fieldNames: string[]) =>
      salesforce.sampleRead(client, { objectName: 'Thing', fieldNames })

    await expect(sample(['Name', 'Foo__c'])).rejects.toThrow(
      /^Field 'Foo__c' was not found or is not accessible on object 'Thing'\. This usually means/,
    )
    await expect(sample(['Foo__c', 'Bar__c'])).rejects.toThrow(
      /^Fields 'Foo__c', 'Bar__c' were not found or are not accessible on object 'Thing'\./,
    )
  })
})

describe('a Salesforce read reports that records may be missing', () => {
  const row = (id: number) => ({ Id: `thing${id}`, SystemModstamp: '2026-01-31T10:00:00.000+0000' })
  const incompleteAfter = async (pages: readonly object[]) => {
    let asked = 0
    const client = await oddProvider(() => ({ body: pages[asked++] ?? {} }))
    const sentences: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const page = await salesforce.read(client, { objectName: 'Thing', fieldNames: [], cursor })
      sentences.push(page.incomplete)
      cursor = page.next
    } while (cursor !== undefined)
    return sentences.at(-1)
  }
  const next = '/services/data/v67.0/query/01g-2'

  it('if a reply is not the last one and does not name the next', async () => {
    const pages = [{ totalSize: 3, done: false, records: [row(1), row(2)] }]
    expect(await incompleteAfter(pages)).toContain('not the last page')
  })

  it.each([
    ['the only page', [{ totalSize: 3, done: true, records: [row(1), row(2)] }]],
    [
      'the last page',
      [
        { totalSize: 4, done: false, records: [row(1), row(2)], nextRecordsUrl: next },
        { totalSize: 4, done: true, records: [row(3)] },
      ],
    ],
  ])('if it returned fewer records than its total by %s', async (_, pages) => {
    expect(await incompleteAfter(pages)).toMatch(/^Salesforce reports [34] records, and [23] were/)
  })

  it.each([
    ['fewer rows than its total', { totalSize: 2, done: true, records: [row(1)] }],
    ['no next page', { totalSize: 1, done: false, records: [row(1)] }],
  ])('by failing if further fields of a page have %s', async (_, further) => {
    const fieldNames = Array.from({ length: 700 }, (_name, at) => `A_Rather_Long_Name_${at}__c`)
    const client = await oddProvider(({ url }) => ({
      body:
        url.search.includes('IN+%28') || decodeURIComponent(url.search).includes('Id IN')
          ? further
          : { totalSize: 2, done: true, records: [row(1), row(2)] },
    }))

    const read = salesforce.read(client, { objectName: 'Thing', fieldNames })

    await expect(read).rejects.toMatchObject({ failure: 'unavailable' })
  })

  it('unless all have arrived', async () => {
    const pages = [
      { totalSize: 3, done: false, records: [row(1), row(2)], nextRecordsUrl: next },
      { totalSize: 3, done: true, records: [row(3)] },
    ]
    expect(await incompleteAfter(pages)).toBeUndefined()
  })
})
