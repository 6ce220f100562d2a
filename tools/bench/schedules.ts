/**
 * Benchmark of schedules: installations that one process reads every ten minutes, without new
 * records. Provider, platform and PostgreSQL (fsync on) are separate processes. Reads are due as
 * the platform spreads them: over ten minutes.
 * `node tools/bench/schedules.ts [installations] [seconds in which they are due]`
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenIn } from './support/children.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'

const installations = Number(process.argv[2] ?? 10_000)
const seconds = Number(process.argv[3] ?? 600)

const folder = await mkdtemp(join(tmpdir(), 'bench-schedules-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), {
  settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '10000' },
})
const { start, stop } = childrenIn(new URL('schedules/', import.meta.url), {
  DATABASE_URL: postgres.connectionString,
  PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
  NODE_ENV: 'production',
})
try {
  const { port } = await start<{ port: number }>('provider.ts')
  const wanted = [String(port), String(installations), String(seconds)]
  console.log(await start<Record<string, number>>('platform.ts', ...wanted))
} finally {
  await stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
