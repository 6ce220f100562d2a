import type { ProviderClient } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'
import { makePiece } from './pieces.ts'

const now = Date.parse('2026-03-15T12:00:00Z')
const whole: Parameters<typeof makePiece>[2] = { sinceMs: undefined, untilMs: undefined }

const listRanges = (window: Parameters<typeof makePiece>[0]['window'], asked = whole) => {
  const ranges: string[] = []
  for (let number = 0; number < 100; number++) {
    const piece = requireValue(makePiece({ window }, number, asked, now))
    ranges.push(piece.parameters.map(({ value }) => value).join('..'))
    if (piece.isLast) return ranges
  }
  throw new Error('The pieces do not end.')
}

describe('a list with a required time range', () => {
  it('is read from its first day up to now, each day once', () => {
    const window = {
      from: 'from',
      to: 'to',
      format: 'date',
      days: 30,
      start: '2026-01-01',
    } as const

    expect(listRanges(window)).toEqual([
      '2026-01-01..2026-01-30',
      '2026-01-31..2026-03-01',
      '2026-03-02..2026-03-15',
    ])
  })

  it('has no gap between ranges of time', () => {
    const window = {
      from: 'a',
      to: 'b',
      format: 'rfc3339',
      days: 31,
      start: '2026-01-15',
      ahead: 20,
    } as const
    const ranges = listRanges(window).map((range) => range.split('..'))

    for (const [index, [begin]] of ranges.entries()) {
      if (index > 0) expect(begin).toBe(ranges[index - 1]?.[1])
    }
    expect(ranges.at(-1)?.[1]).toBe('2026-04-04T12:01:00Z')
  })

  it('starts at the requested time only if the range is of modification times', () => {
    const window = { from: 'from', format: 'date', start: '2026-01-01' } as const
    const since = { ...whole, sinceMs: Date.parse('2026-03-10T00:00:00Z') }

    expect(listRanges(window, since)).toEqual(['2026-01-01'])
    expect(requireValue(listRanges({ ...window, byChange: true }, since)[0]) > '2026-03-01').toBe(
      true,
    )
  })
})

const readAllPages = async (read: object, reply: (query: Record<string, string>) => object[]) => {
  const connector = requireValue(
    makeDeclaredConnector(
      'acme',
      Declaration.parse({
        objects: { users: { read: { path: '/users', records: 'data', id: 'id', ...read } } },
      }),
    ),
  )
  const asked: Record<string, string>[] = []
  const client: ProviderClient = {
    metadata: {},
    request: ({ query = {} }) => {
      const texts = Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      )
      asked.push(texts)
      return Promise.resolve({ status: 200, headers: {}, body: { data: reply(texts) } })
    },
  }
  const ids: string[] = []
  let incomplete: string | undefined
  let cursor: string | undefined
  do {
    const page = await connector.read(client, { objectName: 'users', fieldNames: [], cursor })
    ids.push(...page.records.map(({ id }) => id))
    incomplete = page.incomplete ?? incomplete
    cursor = page.next
  } while (cursor !== undefined && asked.length < 100)
  return { ids, asked, incomplete, hides: connector.hidesRecords?.('users') }
}

describe('a list with variants', () => {
  it('is read once for each value, all pages of it', async () => {
    const paging = { style: 'page', param: 'page', start: 1, size: { param: 'size', max: 2 } }
    const variants = { name: 'status', values: ['active', 'inactive'] }

    const { ids, asked, incomplete } = await readAllPages(
      { paging, variants },
      ({ status, page }) =>
        Array.from({ length: 3 - Number(page) }, (_, n) => ({ id: `${status} ${page} ${n}` })),
    )

    expect(ids).toHaveLength(6)
    expect(asked.map(({ status, page }) => `${status} ${page}`)).toEqual([
      'active 1',
      'active 2',
      'active 3',
      'inactive 1',
      'inactive 2',
      'inactive 3',
    ])
    expect(incomplete).toBeUndefined()
  })
})

it('reports a moving range as incomplete and derives no deletions from it', async () => {
  const window = { from: 'from', to: 'to', format: 'date', days: 30 }

  const { incomplete, hides } = await readAllPages({ window }, () => [{ id: 1 }])

  expect(incomplete).toContain('window.start')
  expect(hides).toBe('records outside of the range of time')
})
