import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { getPort, must } from '@platform/kernel/values'
import { freePort } from './free-port.ts'
import { kill, startVictim } from './killed-server.ts'
import { testPlatform } from './test-platform.ts'

const masterKey = randomBytes(32).toString('base64')
let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({
    env: { PLATFORM_ROLE: 'api', PLATFORM_MASTER_KEY: masterKey },
  })
})
afterAll(() => platform.close())

it('starts a server again on another port if the first is in use', async () => {
  const other = createServer((socket) => socket.destroy())
  await once(other.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void other.close())
  const free = await freePort()
  const ports = [getPort(other), free]

  const victim = await startVictim(platform, {
    masterKey,
    choosePort: () => Promise.resolve(must(ports.shift(), 'port')),
  })
  onTestFinished(() => kill(victim))

  expect(victim.url).toBe(`http://127.0.0.1:${free}`)
})

it('throws what a server that cannot start writes', async () => {
  const start = startVictim(platform, { masterKey: 'invalid' })

  await expect(start).rejects.toThrow(/PLATFORM_MASTER_KEY/)
})
