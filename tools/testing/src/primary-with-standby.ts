import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@platform/kernel/db/postgres'
import { sleep } from '@platform/kernel/values'
import pg from 'pg'

/**
 * Starts a primary that acknowledges what its standby has written, and returns one URL for both.
 */
export async function startPrimaryWithStandby({
  settings = {},
}: { settings?: Record<string, string> } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'standby-'))
  await chmod(folder, 0o755)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const primary = await startEmbeddedPostgres(first, { settings })
  const admin = new pg.Client({ connectionString: primary.connectionString })
  await admin.connect()
  const { uid, gid } = await stat(first)
  await appendFile(join(first, 'pg_hba.conf'), 'local replication all scram-sha-256\n')
  await admin.query('select pg_reload_conf()')

  await admin.query("select pg_create_physical_replication_slot('standby')")
  await admin.query("select pg_backup_start('standby', true)")
  await cp(first, second, {
    recursive: true,
    filter: (path) => !/postmaster\.\w+$|\.s\.PGSQL/.test(path),
  })
  await cp(`${first}.password`, `${second}.password`)
  const { rows } = await admin.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop()',
  )
  await writeFile(join(second, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(second, 'standby.signal'), '')
  await appendFile(
    join(second, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${admin.host} user=postgres password=${admin.password} application_name=standby'
primary_slot_name = 'standby'
`,
  )
  for (const path of await readdir(second, { recursive: true })) {
    await chown(join(second, path), uid, gid)
  }
  const standby = await startEmbeddedPostgres(second, { settings })
  await admin.query("alter system set synchronous_standby_names = 'standby'")
  await admin.query('select pg_reload_conf()')
  const isSynchronous = async () =>
    (await admin.query(`select from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1
  while (!(await isSynchronous())) await sleep(50)
  // It fails together with the primary.
  admin.on('error', () => {})
  const atStandby = async (statement: string) => {
    const client = new pg.Client({ connectionString: standby.connectionString })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  const hosts = [second, first].map((path) => encodeURIComponent(path))
  return {
    // The standby is listed first, so clients must find the primary.
    url: `postgresql://postgres:${admin.password}@${hosts.join(',')}/platform`,
    primary: {
      async kill() {
        const [pid = ''] = (await readFile(join(first, 'postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(pid), 'SIGKILL')
        await primary.ended
      },
    },
    standby: {
      promote: () => atStandby('select pg_promote()'),
      pauseReplay: () => atStandby('select pg_wal_replay_pause()'),
      resumeReplay: () => atStandby('select pg_wal_replay_resume()'),
    },
    async stop() {
      await Promise.allSettled([primary.stop(), standby.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
