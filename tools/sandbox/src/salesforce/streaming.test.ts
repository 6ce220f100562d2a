import { StreamingExtension } from 'jsforce/lib/api/streaming.js'
import type { Connection } from 'jsforce'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sandboxControl } from '../control-client.ts'
import { requireDefined } from '../require-defined.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { connectSalesforce } from '../testing/sign-in.ts'

let sandbox: Sandbox
let connection: Connection

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 20 } })
})
beforeEach(async () => {
  await sandboxControl(sandbox.salesforceUrl).reset()
  connection = await connectSalesforce(sandbox)
  await connection.tooling.sobject('PlatformEventChannelMember').create({
    FullName: 'ChangeEvents_AccountChangeEvent',
    Metadata: { eventChannel: 'ChangeEvents', selectedEntity: 'AccountChangeEvent' },
  } as never)
})
afterAll(() => sandbox.close())

interface Change {
  payload: { ChangeEventHeader: { changeType: string; recordIds: string[] }; Name?: string }
  event: { replayId: number }
}

/** Subscribes jsforce's streaming client to a channel, from an event on. */
async function listen(channel: string, replayId: number): Promise<Change[]> {
  const client = connection.streaming.createClient([
    new StreamingExtension.Replay(channel, replayId),
  ] as never)
  onTestFinished(() => (client as unknown as { disconnect(): void }).disconnect())
  const changes: Change[] = []
  const subscription = client.subscribe(channel, (change: unknown) => {
    changes.push(change as Change)
  })
  await subscription
  return changes
}

describe('the Streaming API', () => {
  it('streams changes to jsforce and replays missed ones', async () => {
    const live = await listen('/data/AccountChangeEvent', -1)
    const { id } = await connection.sobject('Account').create({ Name: 'Acme' })
    await connection.sobject('Account').update({ Id: requireDefined(id), Name: 'Acme 2' })
    await connection.sobject('Account').destroy(requireDefined(id))

    await vi.waitFor(() => expect(live).toHaveLength(3), 300_000)
    const replayed = await listen('/data/ChangeEvents', requireDefined(live[0]).event.replayId)
    await vi.waitFor(() => expect(replayed).toHaveLength(2), 300_000)

    const types = (changes: Change[]) =>
      changes.map(({ payload }) => payload.ChangeEventHeader.changeType)
    expect(types(live)).toEqual(['CREATE', 'UPDATE', 'DELETE'])
    expect(requireDefined(live[1]).payload).toMatchObject({ Name: 'Acme 2' })
    expect(types(replayed)).toEqual(['UPDATE', 'DELETE'])
  })

  it('sends no events of a request that was rolled back', async () => {
    const live = await listen('/data/AccountChangeEvent', -2)

    await connection.sobject('Account').create([{ Name: 'One' }, {}] as never, { allOrNone: true })
    await connection.sobject('Account').create({ Name: 'Two' })

    await vi.waitFor(() => expect(live).not.toEqual([]), 300_000)
    expect(live).toMatchObject([{ payload: { Name: 'Two' } }])
  })
})
