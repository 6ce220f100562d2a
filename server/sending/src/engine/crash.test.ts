import { expect, it } from 'vitest'
import { openJetStreamLog } from '@platform/message-log-nats/jetstream-log'
import {
  clusterOfTests,
  logOptions,
} from '../../../delivery/src/notifications/message-log/testing.ts'
import { expectNothingLost } from './testing.ts'

const kills = Number(process.env['CRASH_KILLS'] ?? 3)
const postgresKills = Number(process.env['CRASH_POSTGRES_KILLS'] ?? 1)

it(
  `loses nothing when the process is killed ${kills} times and PostgreSQL ${postgresKills} times`,
  { timeout: 600_000 + (kills + postgresKills) * 15_000 },
  async () => {
    const cluster = clusterOfTests()
    const log = cluster && logOptions(cluster, { streams: 3 })

    const { bodies, entries } = await expectNothingLost({
      kills,
      postgresKills,
      ...(log && { log }),
    })

    if (!log) return
    expect(entries).toBeGreaterThan(0)
    // After a restart of PostgreSQL, it could be a copy: bodies stay there until that is ruled out.
    if (postgresKills === 0) expect(bodies).toBe(0)
    const opened = await openJetStreamLog(log)
    const usage = await opened.usage()
    await opened.close()
    // The first process ended between the append of a page and its transaction.
    expect(usage.entries).toBeGreaterThan(entries)
  },
)
