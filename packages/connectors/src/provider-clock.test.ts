import { describe, expect, it } from 'vitest'
import { hubspot } from './hubspot/connector.ts'
import { salesforce } from './salesforce/connector.ts'

const providers = [
  ['Salesforce', salesforce, (value: string) => ({ At: value })],
  ['HubSpot', hubspot, (value: string) => ({ properties: { At: value } })],
] as const

describe.each(providers)('a field of %s', (_name, { fieldValue }, rawWith) => {
  it.each([
    ['2026-01-31T10:00:00.000+0000', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T23:30:00.000+0545', '2026-01-31T17:45:00.000Z'],
    ['2026-01-31T10:00:00-11:30', '2026-01-31T21:30:00.000Z'],
    ['2026-01-31T10:00:00.5+02', '2026-01-31T08:00:00.500Z'],
    ['2026-01-01T00:30+14:00', '2025-12-31T10:30:00.000Z'],
  ])('parses %s as UTC time', (written, expected) => {
    const raw = rawWith(written)

    expect(fieldValue(raw, 'At')).toBe(expected)
    expect(JSON.stringify(raw)).toContain(written)
  })

  it.each(['2026-01-31T10:00:00Z', '2026-01-31', '10:00:00+0100', '2026-99-31T10:00:00+0100', 'x'])(
    'leaves %s as it is',
    (value) => {
      expect(fieldValue(rawWith(value), 'At')).toBe(value)
    },
  )
})
