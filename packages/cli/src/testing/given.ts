import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'
import { main } from '../main.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { parsePort } from '../terminal/parse-port.ts'

const leftovers: (() => unknown)[] = []
afterEach(async () => {
  for (const clear of leftovers.splice(0)) await clear()
})

/** Creates a folder with these files. */
export async function folder(files: Record<string, string>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'platform-cli-'))
  leftovers.push(() => rm(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text)
  }
  return path
}

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: unknown
}

type Answers = Record<string, { status?: number; body: unknown; headers?: Record<string, string> }>

/** Starts an HTTP server with configured replies per `METHOD /path`, which records its requests. */
export async function platform(answers: Answers | ((path: string) => Answers[string])) {
  const asked: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method = '', url = '', headers } = request
    asked.push({ method, url, headers, body: text ? JSON.parse(text) : undefined })

    const answer: Answers[string] =
      typeof answers === 'function'
        ? answers(url.replace(/\?.*/, ''))
        : (answers[`${method} ${url.replace(/\?.*/, '')}`] ?? notFound)
    const { status = 200, body, headers: extra = {} } = answer
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    response.writeHead(status, { 'content-type': type, ...extra }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  leftovers.push(() => server.close())
  return { baseUrl: `http://127.0.0.1:${parsePort(server)}`, asked }
}

export const problemReply = (status: number, kind: string, more: object = {}) => ({
  status,
  body: {
    type: `https://platform.example/problems/${kind}`,
    title: 'It was refused',
    status,
    detail: `This time: ${kind}.`,
    instance: '/',
    subsystem: 'api',
    time: '2026-01-15T09:30:00Z',
    requestId: 'req_1',
    retryable: false,
    ...more,
  },
})

const notFound = problemReply(404, 'route-not-found')

/** Runs the CLI and returns its output. */
export async function runCli(
  args: readonly string[],
  {
    cwd = tmpdir(),
    env = {},
    isTTY = false,
    columns,
    stdin,
    onOutput = () => {},
  }: Partial<Terminal> & {
    isTTY?: boolean
    columns?: number
    onOutput?: (text: string) => void
  } = {},
) {
  let stdout = ''
  let stderr = ''
  const exitCode = await main(args, {
    cwd,
    env,
    ...(stdin && { stdin }),
    stdout: {
      ...{ isTTY, ...(columns && { columns }) },
      write(text) {
        stdout += text
        onOutput(text)
      },
    },
    stderr: {
      ...{ isTTY, ...(columns && { columns }) },
      write(text) {
        stderr += text
        onOutput(text)
      },
    },
  })
  return { exitCode, stdout, stderr }
}
