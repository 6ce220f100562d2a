import { hash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { createClient } from '@platform/client'
import { command } from '../command.ts'
import { everyPage } from '../every-page.ts'
import { openBrowser } from '../open-browser.ts'
import { askSignIn, tokenOf } from '../sign-in-client.ts'
import { addressOf, readSignIns, type SignIn, writeSignIns } from '../sign-ins.ts'
import { baseUrlOf, targetOptions } from '../target.ts'
import { CommandError, painter, print, printable, type Terminal } from '../terminal.ts'
import { waitForBrowser } from '../wait-for-browser.ts'

const { project, 'base-url': baseUrlOption } = targetOptions

export const login = command({
  name: 'login',
  summary: 'Sign in by the browser, instead of with an API key.',
  options: {
    'no-browser': {
      type: 'boolean',
      says: 'Where no browser runs on this machine: paste what one elsewhere shows.',
    },
    project,
    'base-url': baseUrlOption,
    json: { type: 'boolean', says: 'Print who is signed in as JSON.' },
  },
  notes: `The browser shows a code: agree only when it is the one that is shown here. What signs you in is
kept in sign-ins.json in your own configuration folder, which nobody else can read; \`platform logout\`
ends it. An API key that is given goes before it.`,
  async run({ values, terminal }) {
    const baseUrl = addressOf(await baseUrlOf(values, terminal))
    const signIn = await signInBy(baseUrl, values['no-browser'] ?? false, terminal)
    const projects = await projectsOf(baseUrl, signIn)
    const [only] = projects
    const chosen = values.project ?? (projects.length === 1 ? only : undefined)
    if (chosen !== undefined && !projects.includes(chosen)) {
      throw new CommandError(
        `You have no project ${chosen}. Yours: ${projects.join(', ') || 'none'}.`,
        1,
      )
    }
    const kept = { ...signIn, ...(chosen !== undefined && { project: chosen }) }
    await writeSignIns({ ...(await readSignIns(terminal)), [baseUrl]: kept }, terminal)

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
        ? `  Name a project with --project: ${projects.join(', ') || 'there is none yet'}`
        : `  Project ${chosen} is meant where --project names no other`,
    )
    return 0
  },
})

async function signInBy(
  baseUrl: string,
  isElsewhere: boolean,
  terminal: Terminal,
): Promise<SignIn> {
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
      `Agree to it at ${address}, if it shows the same code.`,
    )
    const grant = browser
      ? await grantOf(browser, { id: String(id), url: address, expiresInSeconds }, terminal)
      : await typedGrant(expiresInSeconds, terminal)
    const finished = await askSignIn(baseUrl, 'command-line/finish', {
      body: { id, grant, secret },
    })
    return { email: String(finished.body['email']), cookie: finished.cookie }
  } finally {
    browser?.close()
  }
}

async function grantOf(
  browser: Awaited<ReturnType<typeof waitForBrowser>>,
  { id, url, expiresInSeconds }: { id: string; url: string; expiresInSeconds: unknown },
  terminal: Terminal,
): Promise<string> {
  const waiting = browser.comesBack(id, Number(expiresInSeconds) * 1000)
  openBrowser(url, terminal)
  const back = await waiting
  if (!back) throw nobodyInTime()
  if (back.grant === undefined) throw new CommandError('It was turned away in the browser.', 1)
  return back.grant
}

const nobodyInTime = () => new CommandError('Nobody agreed in time. Run `platform login` again.', 1)

async function typedGrant(expiresInSeconds: unknown, { stdin, stderr }: Terminal): Promise<string> {
  if (!stdin) throw new CommandError('Nobody can type here what the browser shows.')
  stderr.write('Paste what it shows then: ')
  const signal = AbortSignal.timeout(Number(expiresInSeconds) * 1000)
  const lines = createInterface({ input: stdin, signal })
  try {
    for await (const line of lines) return line.trim()
  } finally {
    // Nothing else is typed: an open terminal or pipe would keep the program from ending.
    lines.close()
    if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  }
  if (signal.aborted) stderr.write('\n')
  throw signal.aborted
    ? nobodyInTime()
    : new CommandError('Nothing was pasted, so nobody is signed in.', 1)
}

async function projectsOf(baseUrl: string, signIn: SignIn): Promise<string[]> {
  const client = createClient({ baseUrl, getToken: () => tokenOf(baseUrl, signIn) })
  const projects = await everyPage((query) => client.page('/v1/projects', { query }))
  return projects.map(({ name }) => name)
}
