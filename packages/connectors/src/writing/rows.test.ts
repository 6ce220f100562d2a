import { ProviderError } from '@platform/connector'
import { expect, it, vi } from 'vitest'
import { writeRows } from './rows.ts'

const records = [{ fields: { name: 'Ana' } }, { fields: {} }, { fields: { name: 'Bo' } }]
const nameRow = ({ fields }: { fields: Record<string, unknown> }) => {
  if (fields['name'] === undefined) throw new ProviderError('bad-request', 'It has no name.')
  return fields['name']
}
const request = { objectName: 'Contact', type: 'create', records } as const
const send = vi.fn(async (rows: readonly { sent: unknown }[]) =>
  rows.map(({ sent }) => ({ success: true as const, recordId: String(sent) })),
)

it('sends the valid records and returns results in the order of the request', async () => {
  const results = await writeRows(request, nameRow, send)

  expect(results).toMatchObject([
    { success: true, recordId: 'Ana' },
    { success: false, error: { message: 'It has no name.' } },
    { success: true, recordId: 'Bo' },
  ])
})

it('sends nothing of an all-or-none write with an invalid record', async () => {
  send.mockClear()

  const results = await writeRows({ ...request, allOrNone: true }, nameRow, send)

  expect(send).not.toHaveBeenCalled()
  expect(results).toMatchObject([
    { success: false, error: { code: 'ALL_OR_NONE' } },
    { success: false, error: { message: 'It has no name.' } },
    { success: false, error: { code: 'ALL_OR_NONE' } },
  ])
})
