import { hash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { createClient } from '@platform/client'
import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { openBrowser } from '../../terminal/open-browser.ts'
import { askSignIn, fetchToken } from '../../target/sign-in-client.ts'
import { normalizeUrl, keepSignIn, readSignIns, type StoredSignIn } from '../../target/sign-ins.ts'
import { requireBaseUrl, targetOptions } from '../../target/target.ts'
import { CommandError, painter, print, printable, type Terminal } from '../../terminal/terminal.ts'
import { waitForBrowser } from '../../terminal/wait-for-browser.ts'

const { project, 'base-url': baseUrlOption } = targetOptions

export const login = command({
  name: 'login',
  summary: 'Sign in through the browser instead of using an API key.',
  options: {
    'no-browser': {
      type: 'boolean',
      description: 'Use a browser on another machine and paste the code it shows.',
    },
    project,
    'base-url': baseUrlOption,
    json: { type: 'boolean', description: 'Print the signed-in account as JSON.' },
  },
  notes: `Confirm in the browser only if it shows the same code as this terminal. The session is stored in
sign-ins.json in your configuration folder, readable only by you, until you run \`platform logout\`. Other
commands then use this server, this account and the project. An API key takes precedence.`,
  async run({ values, terminal }) {
    const baseUrl = normalizeUrl(await requireBaseUrl(values, terminal))
    const signIn = await signInBy(baseUrl, values['no-browser'] ?? false, terminal)
    const projects = await listProjectNames(baseUrl, signIn)
    const [only] = projects
    const before = (await readSignIns(terminal))[baseUrl]?.project
    const remembered = projects.find((name) => name === before)
    const chosen = values.project ?? (projects.length === 1 ? only : remembered)
    if (chosen !== undefined && !projects.includes(chosen)) {
      throw new CommandError(
        `No access to project ${chosen}. Your projects: ${projects.join(', ') || 'none'}.`,
        1,
      )
    }
    const kept = { ...signIn, ...(chosen !== undefined && { project: chosen }) }
    await keepSignIn(baseUrl, kept, terminal)

    const { email } = signIn
    if (values.json) {
      print(terminal.stdout, JSON.stringify({ baseUrl, email, project: chosen, projects }, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    print(terminal.stdout, `${paint('green', '✓')} Signed in to ${baseUrl} as ${email}`)
    print(
      terminal.stdout,
      chosen === undefined
        ? projects.length === 0
          ? '  Create a project with `platform projects create <name>`'
          : `  Choose a project with \`platform projects use <name>\`: ${projects.join(', ')}`
        : `  Commands use project ${chosen} unless --project or the folder’s .platform.json names another`,
    )
    return 0
  },
})

async function signInBy(
  baseUrl: string,
  isElsewhere: boolean,
  terminal: Terminal,
): Promise<StoredSignIn> {
  const secret = randomBytes(32).toString('base64url')
  const browser = isElsewhere ? undefined : await waitForBrowser()
  try {
    const { body } = await askSignIn(baseUrl, 'command-line/start', {
      body: {
        challenge: hash('sha256', secret, 'base64url'),
        name: hostname().slice(0, 100),
        ...(browser && { port: browser.port }),
      },
    })
    const { id, code, url, expiresInSeconds } = body
    const address = printable(String(url))
    const paint = painter(terminal, terminal.stderr)
    print(
      terminal.stderr,
      `Code: ${paint('bold', printable(String(code)))}`,
      `Confirm at ${address} if it shows the same code.`,
    )
    const grant = browser
      ? await waitForGrant(browser, { id: String(id), url: address, expiresInSeconds }, terminal)
      : await readTypedGrant(expiresInSeconds, terminal)
    const finished = await askSignIn(baseUrl, 'command-line/finish', {
      body: { id, grant, secret },
    })
    return { email: String(finished.body['email']), cookie: finished.cookie }
  } finally {
    browser?.close()
  }
}

async function waitForGrant(
  browser: Awaited<ReturnType<typeof waitForBrowser>>,
  { id, url, expiresInSeconds }: { id: string; url: string; expiresInSeconds: unknown },
  terminal: Terminal,
): Promise<string> {
  const waiting = browser.comesBack(id, Number(expiresInSeconds) * 1000)
  openBrowser(url, terminal)
  const back = await waiting
  if (!back) throw nobodyInTime()
  if (back.grant === undefined) throw new CommandError('The sign-in was denied in the browser.', 1)
  return back.grant
}

const nobodyInTime = () =>
  new CommandError('The sign-in was not confirmed in time. Run `platform login` again.', 1)

async function readTypedGrant(
  expiresInSeconds: unknown,
  { stdin, stderr }: Terminal,
): Promise<string> {
  if (!stdin) throw new CommandError('Cannot read the code: this terminal has no input.')
  stderr.write('Paste the code shown in the browser: ')
  const signal = AbortSignal.timeout(Number(expiresInSeconds) * 1000)
  const lines = createInterface({ input: stdin, signal })
  try {
    for await (const line of lines) return line.trim()
  } finally {
    // No further input is expected: an open terminal or pipe would keep the program running.
    lines.close()
    if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  }
  if (signal.aborted) stderr.write('\n')
  throw signal.aborted ? nobodyInTime() : new CommandError('No code was entered. Not signed in.', 1)
}

async function listProjectNames(baseUrl: string, signIn: StoredSignIn): Promise<string[]> {
  const client = createClient({ baseUrl, getToken: () => fetchToken(baseUrl, signIn) })
  const projects = await everyPage((query) => client.page('/v1/projects', { query }))
  return projects.map(({ name }) => name)
}
