import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { getPort } from '@platform/kernel/values'
import { givenProxy } from '@platform/testing/connect-proxy'

const program = fileURLToPath(new URL('../../packages/cli/bin/platform.js', import.meta.url))

/** Starts a server with one project, and returns its port. */
async function givenServer(): Promise<number> {
  const server = createServer((_request, reply) => {
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end('[{"id":"proj_1","name":"crm"}]')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return getPort(server)
}

async function listProjects(baseUrl: string, proxy: Record<string, string>) {
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...proxy }
  const child = spawn(program, ['projects', 'list', '--json'], {
    env: { ...env, PLATFORM_BASE_URL: baseUrl, PLATFORM_API_KEY: 'plat_full_1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { exitCode: child.exitCode, stdout, stderr }
}

it.each(['HTTP_PROXY', 'http_proxy'])('reaches the server through %s', async (variable) => {
  const proxy = await givenProxy()
  const port = await givenServer()

  const { exitCode, stdout } = await listProjects(`http://platform.test:${port}`, {
    [variable]: proxy.url,
  })

  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining('crm') })
  expect(proxy.asked.map(({ target }) => target)).toEqual([`platform.test:${port}`])
})

it.each<Record<string, string>>([{}, { NO_PROXY: 'internal.acme.test' }])(
  'reaches a server of the same machine directly, with %o',
  async (others) => {
    const proxy = await givenProxy()
    const port = await givenServer()

    const { exitCode } = await listProjects(`http://127.0.0.1:${port}`, {
      HTTP_PROXY: proxy.url,
      ...others,
    })

    expect(exitCode).toBe(0)
    expect(proxy.asked).toEqual([])
  },
)

it('names the variable of a proxy that cannot be reached', async () => {
  const { exitCode, stderr } = await listProjects('https://platform.test', {
    HTTPS_PROXY: 'http://ana:secret@127.0.0.1:9',
  })

  expect(exitCode).toBe(2)
  expect(stderr).toContain('HTTPS_PROXY')
  expect(stderr).not.toContain('secret')
})
