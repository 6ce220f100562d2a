import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { expect, it, onTestFinished, vi } from 'vitest'

it('serves dashboard pages and proxies everything else to the platform', async () => {
  const platform = createHttpServer((request, reply) => reply.end(`platform ${request.url}`))
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void platform.close())
  vi.stubEnv('PLATFORM_URL', `http://127.0.0.1:${(platform.address() as AddressInfo).port}`)
  const dev = await createServer({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    server: { host: '127.0.0.1', port: 0, strictPort: false },
    logLevel: 'silent',
  })
  onTestFinished(() => dev.close())
  await dev.listen()
  const at = async (path: string) =>
    (
      await fetch(new URL(path, dev.resolvedUrls!.local[0]), { headers: { accept: 'text/html' } })
    ).text()

  for (const path of ['/', '/projects/demo/deliveries?status=failed', '/account']) {
    expect(await at(path)).toContain('<div id="root">')
  }
  expect(await at('/main.tsx')).toContain('DashboardContext')
  for (const path of [
    '/v1/projects',
    '/read/v1/a',
    '/callbacks/v1/oauth?code=1',
    '/npm/a',
    '/docs',
  ]) {
    expect(await at(path)).toBe(`platform ${path}`)
  }
})
