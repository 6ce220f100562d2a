import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A page of the system's Firefox, controlled by WebDriver BiDi: Playwright requires its own build.
 */
export interface FirefoxPage {
  open: (url: string) => Promise<void>
  /** Runs a function in the page as a user action, and returns its result as JSON. */
  run: <Result>(act: (given: string) => Result | Promise<Result>, given?: string) => Promise<Result>
  resize: (width: number, height: number) => Promise<void>
  /** Errors and warnings of the console. */
  complaints: string[]
  close: () => Promise<void>
}

interface Message {
  id?: number
  method?: string
  params?: { level?: string; text?: string }
  result?: any
  message?: string
}

export async function openFirefox(executablePath: string): Promise<FirefoxPage> {
  const profile = await mkdtemp(join(tmpdir(), 'platform-firefox-'))
  const program = spawn(
    executablePath,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const address = await new Promise<string>((resolve, reject) => {
    let lastLoaded = ''
    program.stderr.on('data', (text: Buffer) => {
      lastLoaded += text.toString()
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(lastLoaded) ?? []
      if (found) resolve(found)
    })
    program.on('exit', () => reject(new Error(`Firefox ended: ${lastLoaded}`)))
  })

  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const waiting = new Map<number, (message: Message) => void>()
  const complaints: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (['error', 'warn'].includes(message.params?.level ?? '')) {
      complaints.push(message.params?.text ?? '')
    }
  })
  let last = 0
  const send = (method: string, params: object) =>
    new Promise<any>((resolve, reject) => {
      last += 1
      waiting.set(last, ({ result, message }) =>
        result ? resolve(result) : reject(new Error(`${method}: ${message}`)),
      )
      socket.send(JSON.stringify({ id: last, method, params }))
    })

  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send('browsingContext.getTree', {})
  const { context } = contexts[0]

  return {
    complaints,
    open: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    run: async (act, given = '') => {
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${act.toString()})(${JSON.stringify(given)})) ?? 'null')()`,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)
    },
    close: async () => {
      socket.close()
      const ended = new Promise((resolve) => program.once('exit', resolve))
      program.kill()
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}
