import { ProviderError, type ProviderClient } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../catalogue/catalogue.ts'
import { requireValue } from '../../require-value.ts'
import { oddProvider, type OddReply } from '../../testing/odd-provider.ts'
import { readAllPages } from '../../testing/read-all.ts'

type Members = Record<string, unknown>

interface Case {
  provider: string
  object: string
  idName: string
  timeName: string
  parameter: string
  /** Puts a list into a reply. */
  list: (records: readonly Members[]) => Members
  /** Members of a record that cannot be selected. */
  annotations?: Members
  /** What a list has without a selection; everything if absent. */
  excerpt?: readonly string[]
}

const cases: readonly Case[] = [
  {
    provider: 'zoho',
    object: 'contacts',
    idName: 'id',
    timeName: 'Modified_Time',
    parameter: 'fields',
    list: (data) => ({ data, info: { more_records: false } }),
  },
  {
    provider: 'asana',
    object: 'projects',
    idName: 'gid',
    timeName: 'modified_at',
    parameter: 'opt_fields',
    list: (data) => ({ data, next_page: null }),
    excerpt: ['gid', 'name', 'resource_type'],
  },
  {
    provider: 'dynamicsCRM',
    object: 'contacts',
    idName: 'contactid',
    timeName: 'modifiedon',
    parameter: '$select',
    list: (value) => ({ value }),
    annotations: { '@odata.etag': 'W/"1"' },
  },
  {
    provider: 'close',
    object: 'lead',
    idName: 'id',
    timeName: 'date_updated',
    parameter: '_fields',
    list: (data) => ({ data, has_more: false }),
  },
]

const fieldNames = Array.from({ length: 61 }, (_, n) => `field_${n}`)
const maxFields = 50

/** A provider that returns only what was selected, and refuses what it does not have. */
function answerStrictly(one: Case) {
  const { idName, timeName, parameter, list, annotations = {}, excerpt, provider } = one
  const records = ['1', '2'].map((id) => ({
    [idName]: id,
    [timeName]: '2026-11-28T11:40:00Z',
    name: `Tree ${id}`,
    resource_type: 'tree',
    ...Object.fromEntries(fieldNames.map((name) => [name, `${name} of ${id}`])),
  }))
  const pick = (record: Members, names: readonly string[]) => ({
    ...annotations,
    ...Object.fromEntries(names.map((name) => [name, record[name]])),
  })
  return ({ url }: { url: URL }): OddReply => {
    if (url.pathname.endsWith('/settings/fields')) {
      expect(url.searchParams.get('module')).toBe('Contacts')
      const names = Object.keys(requireValue(records[0]))
      const fields = names.map((name) => ({ api_name: name, field_label: name, data_type: 'text' }))
      return { body: { fields } }
    }
    const path = url.pathname.replace(/\/$/, '')
    const byId = records.find((record) => path.endsWith(`/${String(record[idName])}`))
    if (byId) return { body: provider === 'asana' ? { data: byId } : byId }
    const selection = url.searchParams.get(parameter)?.split(',')
    const known = Object.keys(requireValue(records[0]))
    if (provider === 'zoho' && (!selection || selection.length > maxFields)) {
      return { status: 400, body: { code: 'LIMIT_EXCEEDED', message: 'fields' } }
    }
    const unknown = selection?.find((name) => !known.includes(name))
    if (unknown !== undefined) return { status: 400, body: { message: `No field ${unknown}.` } }
    const shown = selection ?? excerpt ?? known
    return { body: list(records.map((record) => pick(record, shown))) }
  }
}

describe.each(cases)('$provider, which returns the selected fields', (one) => {
  const connector = requireValue(catalogue[one.provider]?.connector)

  it('offers all fields and reads them whole', async () => {
    const client: ProviderClient = await oddProvider(answerStrictly(one))

    const { fields } = await connector.describeObject(client, one.object)
    const names = Object.keys(fields).filter((name) => name.startsWith('field_'))
    const { records } = await readAllPages(connector, client, {
      objectName: one.object,
      fieldNames: Object.keys(fields),
    })

    expect(names.toSorted()).toEqual(fieldNames.toSorted())
    expect(Object.keys(fields)).not.toContain('@odata.etag')
    expect(records.map(({ id }) => id)).toEqual(['1', '2'])
    for (const { id, raw, updatedTime } of records) {
      expect(updatedTime).toBe('2026-11-28T11:40:00.000Z')
      for (const name of fieldNames) expect(raw[name]).toBe(`${name} of ${id}`)
    }
  })

  it('requests the ID and the time of records whose fields nobody needs', async () => {
    const client: ProviderClient = await oddProvider(answerStrictly(one))

    const { records } = await readAllPages(connector, client, {
      objectName: one.object,
      fieldNames: [],
    })

    expect(records.map(({ id }) => id)).toEqual(['1', '2'])
  })
})

it('does not deliver a record whose parts are of two versions', async () => {
  const zoho = requireValue(cases[0])
  const answer = answerStrictly(zoho)
  let requests = 0
  const client: ProviderClient = await oddProvider((request) => {
    const reply = answer(request)
    requests++
    // The second record is deleted between the two requests of a page.
    return requests % 2 === 1 ? reply : { body: zoho.list([]) }
  })

  const read = requireValue(catalogue['zoho']?.connector).read(client, {
    objectName: 'contacts',
    fieldNames,
  })

  await expect(read).rejects.toThrow(ProviderError)
  await expect(read).rejects.toMatchObject({ failure: 'unavailable' })
})
