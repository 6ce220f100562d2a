// @module-tag database-outage
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '@platform/testing/free-port'
import { givenDatabase } from '@platform/testing/test-database'
import { startPlatform } from './platform.ts'
import { readSettings } from './settings/settings.ts'

const socket = '.s.PGSQL.5432'

/** Proxy of the database that is closed at first, and disconnects after each given number of messages. */
async function givenWay(connectionString: string, { breaksAfter }: { breaksAfter: number[] }) {
  const { host } = new pg.Client({ connectionString })
  const folder = await mkdtemp(join(tmpdir(), 'platform-way-'))
  const open = new Set<Socket>()
  let breaks = 0
  let messages = 0
  let isHanging = false
  const way = createServer((near) => {
    const far = connect(join(host, socket))
    for (const end of [near, far]) {
      open.add(end)
      end.on('error', () => {}).on('close', () => (near.destroy(), far.destroy(), open.delete(end)))
    }
    far.pipe(near)
    near.on('data', (bytes) => {
      if (isHanging) return
      far.write(bytes)
      if (++messages !== breaksAfter[breaks]) return
      breaks++
      messages = 0
      for (const end of open) end.destroy()
    })
  })
  onTestFinished(async () => {
    for (const end of open) end.destroy()
    way.close()
    await rm(folder, { recursive: true })
  })
  return {
    url: connectionString.replace(encodeURIComponent(host), encodeURIComponent(folder)),
    open: () => way.listen(join(folder, socket)),
    breaks: () => breaks,
    /** Drops all traffic silently. */
    hang() {
      isHanging = true
    },
    goOn() {
      isHanging = false
      for (const end of open) end.destroy()
    },
  }
}

it('waits for a late or failing database, and reports readiness and hangs', async () => {
  const { connectionString } = await givenDatabase()
  const way = await givenWay(connectionString, { breaksAfter: [3, 12, 42, 68] })
  const port = await freePort()

  let isOver = false
  const starting = startPlatform(
    readSettings({
      DATABASE_URL: way.url,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_PORT: String(port),
      PLATFORM_LOG_LEVEL: 'silent',
    }),
  ).finally(() => (isOver = true))
  setTimeout(way.open, 400)
  const seen: (number | 'nobody')[] = []
  do {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => 'nobody' as const)
    seen.push(reply === 'nobody' ? reply : reply.status)
    await sleep(10)
  } while (!isOver)
  const platform = await starting
  onTestFinished(() => platform.stop())
  const { status } = await fetch(`${platform.url}/readyz`)
  way.hang()
  const hanging = await fetch(`${platform.url}/readyz`, { signal: AbortSignal.timeout(300_000) })
  way.goOn()

  expect(way.breaks()).toBe(4)
  expect([...new Set(seen)].filter((one) => one !== 200)).toEqual(['nobody'])
  expect(status).toBe(200)
  expect(hanging.status).toBe(503)
})
