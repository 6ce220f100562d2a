/**
 * Benchmark of fairness: duration of a healthy tenant's first read and of its writes alone, beside a dozen hanging
 * accounts, beside many of twenty other projects, and beside ten long backfills. Provider, platform and PostgreSQL are separate
 * processes.
 * `node tools/bench/fairness.ts [reads per case] [hanging accounts]`
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenIn } from './support/children.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'

const reads = Number(process.argv[2] ?? 5)
const hangingAccounts = Number(process.argv[3] ?? 1_000)

const folder = await mkdtemp(join(tmpdir(), 'bench-fairness-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
const { start, stop } = childrenIn(new URL('fairness/', import.meta.url), {
  DATABASE_URL: postgres.connectionString,
  PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
  NODE_ENV: 'production',
})
try {
  const { port } = await start<{ port: number }>('provider.ts')
  console.log(
    await start<Record<string, number>>(
      'platform.ts',
      ...[port, reads, hangingAccounts].map(String),
    ),
  )
} finally {
  await stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
