import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ApiKey, ApiProblem } from '@platform/contract'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '@platform/testing/free-port'
import { isLong } from '@platform/testing/long-tests'
import { patiently } from '@platform/testing/patiently'
import { must } from '@platform/kernel/values'
import { createTenant } from './bootstrap.ts'
import { findEmbeddedPostgres } from '@platform/kernel/db/postgres'
import { startPlatform } from './platform.ts'
import { readSettings } from './settings/settings.ts'

const execute = promisify(execFile)

/** A disk small enough to be filled; undefined if this user may not mount one. */
async function givenDisk(megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'platform-disk-'))
  const mount = execute('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  // Only root can mount; the test is skipped otherwise.
  const isMounted = await mount.then(
    () => true,
    () => false,
  )
  onTestFinished(async () => {
    if (isMounted) await execute('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  })
  if (!isMounted) return undefined
  const filler = join(folder, 'filler')
  return {
    folder,
    /** Fills the disk completely. */
    async fillUp({ leaving = 0 } = {}) {
      const file = await open(filler, 'a')
      for (let size = 1 << 20; size >= 1; size >>= 1) {
        let fits = true
        while (fits) {
          // The failing write is intended.
          fits = await file.write(Buffer.alloc(size)).then(
            ({ bytesWritten }) => bytesWritten === size,
            () => false,
          )
        }
      }
      const { size } = await file.stat()
      await file.truncate(size - leaving)
      await file.close()
    },
    free: () => rm(filler),
  }
}

/** Starts the platform with its embedded PostgreSQL on such a disk. */
const startOn = async (folder: string, masterKey?: string) =>
  startPlatform(
    readSettings({
      PLATFORM_DATA: join(folder, 'data'),
      PLATFORM_MASTER_KEY: masterKey,
      PLATFORM_PORT: String(await freePort()),
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_LIMIT_KEYS: '100000',
      PLATFORM_RATE_LIMIT: '100000',
    }),
  )

/** The platform on such a disk, and a tenant. */
async function givenPlatformOn(folder: string) {
  const platform = await startOn(folder, randomBytes(32).toString('base64'))
  onTestFinished(() => platform.stop())
  let lost: string | undefined
  // Kept for the assertion at the end.
  void platform.lost.then((reason) => (lost = reason))
  const tenant = await createTenant(platform.database, {
    org: 'Acme',
    project: 'crm',
    owner: 'ana@acme.test',
  })
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(
      `${must(platform.url, 'URL')}/v1/projects/${tenant.projectId}${path}`,
      {
        method,
        headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    )
    return { status: reply.status, body: (await reply.json()) as unknown }
  }
  return { call, lost: () => lost }
}

it.each([
  ['the tables', 'tables'],
  ['the log of PostgreSQL', 'log'],
] as const)(
  'rejects requests without disk space for %s and recovers automatically',
  async (_what, full) => {
    const disk = await givenDisk(256)
    if (!disk) return
    const { call, lost } = await givenPlatformOn(disk.folder)
    const superuser = new pg.Client({
      connectionString: await findEmbeddedPostgres(join(disk.folder, 'data', 'postgres')),
    })
    superuser.on('error', () => {})
    await superuser.connect()
    // The server may have ended.
    onTestFinished(() => superuser.end().catch(() => {}))
    const acknowledged: string[] = []
    const refused: ApiProblem[] = []
    const others: number[] = []
    const write = async (label: string) => {
      const { status, body } = await call('POST', '/api-keys', { label, scopes: ['full'] })
      if (status < 300) acknowledged.push((body as ApiKey).id)
      else refused.push(body as ApiProblem)
      return status
    }
    for (let index = 0; index < 20; index++) await write(`before ${index}`)
    expect(refused).toEqual([])

    await disk.fillUp()
    // Until the space that was allocated before is used up.
    for (let round = 0; refused.length < 20; round++) {
      // Fails once the disk is full, which the loop waits for.
      if (full === 'log') await superuser.query('select pg_switch_wal()').catch(() => {})
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => write(`${'full '.repeat(15)} ${round} ${index}`)),
      )
      others.push((await call('GET', '/api-keys')).status)
    }
    await disk.free()
    await vi.waitFor(async () => expect(await write('after')).toBe(201), patiently)

    const { body: kept } = await call('GET', '/api-keys?pageSize=1000')
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
    if (full === 'tables') {
      expect(refused.map(({ detail }) => detail)).toContainEqual(
        expect.stringMatching(/disk is (nearly )?full/),
      )
      // Requests that only read still succeed.
      expect(new Set(others)).toEqual(new Set([200]))
    }
    expect(others.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect((kept as ApiKey[]).map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    expect(lost()).toBeUndefined()
  },
)

it.each([
  ['nothing', 0],
  ...(isLong
    ? [['a file', 64 * 1024] as const, ['the files of the server', 40 * 1024 ** 2] as const]
    : []),
  ['its database', 44 * 1024 ** 2],
] as const)(
  'starts for the first time once there is space, after there was space for %s',
  async (_, leaving) => {
    const disk = await givenDisk(256)
    if (!disk) return
    await disk.fillUp({ leaving })
    await expect(startOn(disk.folder)).rejects.toThrow(/is full \(|No space left on device/)

    await disk.free()
    const platform = await startOn(disk.folder)
    onTestFinished(() => platform.stop())

    const { status } = await fetch(`${must(platform.url, 'URL')}/readyz`)
    expect(status).toBe(200)
  },
)
