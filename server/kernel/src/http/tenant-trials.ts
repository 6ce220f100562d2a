import { expect } from 'vitest'
import { extendLeases, renewLeases, runOncePerKey, removeExpiredReplies } from './idempotency.ts'
import { removeQuietCallers, takeShared } from './rate-limit.ts'
import { type Trial, changes, serves, past } from '@platform/testing/trial'

export const httpTrials: Record<string, Trial> = {
  'http/idempotency.ts keyStore': serves(async ({ all, api, mine }) => {
    const request = {
      key: 'the same',
      scope: mine.owner.id,
      projectId: undefined,
      method: 'POST',
      url: '/v1/orgs',
      body: {},
    }
    const work = {
      prepare: undefined,
      carryOut: async () => 'done',
      conclude: undefined,
      toReply: (result: unknown) => ({ body: JSON.stringify(result), headers: {} }),
    }
    await api.secrets.ready('server')
    const own = { secrets: api.secrets, leases: renewLeases(all) }
    const first = await runOncePerKey(all, own, request, work)
    const again = await runOncePerKey(all, own, request, work)
    expect([first.replayed, again.replayed]).toEqual([false, true])
    return again
  }),
  'http/idempotency.ts extendLeases': changes(
    ({ all }, mine: { scope: string; keyHash: Buffer }[]) => extendLeases(all, mine),
    async ({ all, mine }) => {
      const concluding = all
        .updateTable('idempotencyKeys')
        .set({ leaseExpireTime: past })
        .where('projectId', '=', mine.projectId)
      return concluding.returning(['scope', 'keyHash']).execute()
    },
  ),
  'http/idempotency.ts removeExpiredReplies': changes(
    ({ all }) => removeExpiredReplies(all, { keepDays: 1, atMost: 10 }),
    ({ all, mine }) =>
      all
        .updateTable('idempotencyKeys')
        .set({ createTime: past })
        .where('projectId', '=', mine.projectId)
        .execute()
        .then(() => {}),
  ),
  'http/rate-limit.ts takeShared': serves(async ({ all, mine }) => {
    const rows = await takeShared(all, [{ caller: mine.full.id, taken: 3 }], {
      requests: 10,
      perMs: 0,
    })
    expect(rows).toEqual([{ caller: mine.full.id, tokens: 7 }])
  }),
  'http/rate-limit.ts removeQuietCallers': serves(({ all }) => removeQuietCallers(all, 10)),
}
