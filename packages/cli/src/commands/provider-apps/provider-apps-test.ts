import {
  appTestGroup,
  appTestWords,
  nameAppTestStep,
  type Client,
  type Schemas,
} from '@platform/client'
import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { openBrowser } from '../../terminal/open-browser.ts'
import { requireTarget, targetNotes, targetOptions } from '../../target/target.ts'
import {
  CommandError,
  painter,
  print,
  printable,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.ts'

const base = '/v1/projects/{projectIdOrName}'

export const providerAppsTest = command({
  name: 'provider-apps test',
  summary: 'Test a provider app: sign-in page, redirect URI, client, scopes, refresh token, reads.',
  argument: {
    name: 'app',
    description: 'ID of the provider app, or name of its provider.',
    isNeeded: true,
  },
  options: {
    connection: {
      type: 'string',
      value: 'ID',
      description: 'Use an existing connection of the app instead of a sign-in.',
    },
    value: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      description: 'Input that the provider requires, such as workspace=acme. Repeatable.',
    },
    'no-sign-in': { type: 'boolean', description: 'Test only what needs no sign-in.' },
    json: { type: 'boolean', description: 'Print the result as JSON.' },
    ...targetOptions,
  },
  notes: `Exit code 0: all steps passed. 1: a step failed, or the test is incomplete without a sign-in. The
connection of the sign-in is deleted afterwards.\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    if (!argument) throw new CommandError('The ID of a provider app is required.')
    const { client, project } = await requireTarget(values, terminal)
    const app = await requireApp(client, project, argument)
    const inputs = parseInputs(values.value ?? [])
    const at: Target = { client, project, app, terminal }
    let result = await test(at, {
      values: inputs,
      ...(values.connection && { connectionId: values.connection }),
    })
    const needsSignIn = !values.connection && !values['no-sign-in'] && result.status !== 'failed'
    if (needsSignIn) {
      if (!values.json) printSteps(terminal, result, ({ isOpen }) => !isOpen)
      result = await testBySignIn(at, inputs)
      if (!values.json) printSteps(terminal, result, isAfterSignIn)
    } else if (!values.json) printSteps(terminal, result, () => true)
    print(
      terminal.stdout,
      values.json ? JSON.stringify(result, null, 2) : `\n${appTestWords[result.status]}.`,
    )
    return (result.status === 'passed' ? 0 : 1) satisfies ExitCode
  },
})

interface Target {
  client: Client
  project: string
  app: Schemas['ProviderApp']
  terminal: Terminal
}

type Result = Schemas['ProviderAppTest']
type Step = Schemas['ProviderAppTestStep']

const isAfterSignIn = ({ step }: Step) =>
  step === 'scopes' || step === 'refreshToken' || step === 'readObject'

const test = (
  { client, project, app: { id } }: Target,
  body: { connectionId?: string; values?: Record<string, string> },
): Promise<Result> =>
  client.post(`${base}/provider-apps/{providerAppId}:test`, {
    params: { projectIdOrName: project, providerAppId: id },
    body,
  })

async function requireApp(client: Client, project: string, given: string) {
  const params = { projectIdOrName: project }
  const apps = await everyPage((query) => client.page(`${base}/provider-apps`, { params, query }))
  const found = apps.filter(({ id, provider }) => id === given || provider === given)
  const app = found.find(({ externalRef }) => externalRef === undefined) ?? found[0]
  if (!app) {
    throw new CommandError(
      `No provider app is called ${given}. Add one: platform provider-apps set ${given}`,
    )
  }
  return app
}

function parseInputs(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf('=')
      if (at < 1) throw new CommandError(`--value must be NAME=VALUE, not ${one}.`)
      return [one.slice(0, at), one.slice(at + 1)]
    }),
  )
}

/** Tests with a connection that a person creates in the browser, and deletes it. */
async function testBySignIn(at: Target, inputs: Record<string, string>): Promise<Result> {
  const { client, project, app, terminal } = at
  const { workspace, ...others } = inputs
  const { data: url, headers } = await client.send('post', '/v1/oauth-connect', {
    body: {
      projectIdOrName: project,
      provider: app.provider,
      providerAppId: app.id,
      groupRef: appTestGroup,
      consumerRef: appTestGroup,
      ...(workspace && { providerWorkspaceRef: workspace }),
      providerMetadata: Object.fromEntries(
        Object.entries(others).map(([name, value]) => [name, { value, source: 'input' as const }]),
      ),
    },
  })
  print(terminal.stderr, `Sign in as one of your customers would: ${url}`)
  openBrowser(url, terminal)
  const connectionId = await waitForConnection(at, headers.get('x-connect-session') ?? '')
  try {
    return await test(at, { connectionId })
  } finally {
    await client.delete(`${base}/connections/{connectionId}`, {
      params: { projectIdOrName: project, connectionId },
    })
  }
}

const askEveryMs = 1000

/** Waits until the sign-in ends; it expires after ten minutes. */
async function waitForConnection({ client, project }: Target, connectSessionId: string) {
  for (;;) {
    const session = await client.get(`${base}/connect-sessions/{connectSessionId}`, {
      params: { projectIdOrName: project, connectSessionId },
    })
    if (session.connectionId) return session.connectionId
    if (session.status !== 'pending') {
      const why = printable(session.error ?? 'it expired.')
      throw new CommandError(`The sign-in failed: ${why}`, 1)
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
}

function printSteps(terminal: Terminal, { steps }: Result, isShown: (step: Step) => boolean): void {
  const paint = painter(terminal, terminal.stdout)
  const marks = { passed: paint('green', '✓'), failed: paint('red', '✗'), skipped: '-' }
  for (const step of steps.filter(isShown)) {
    const { status, detail, remedy } = step
    const lines = [`${marks[status]} ${nameAppTestStep(step)}: ${status}`, `    ${detail}`]
    if (remedy) lines.push(`    ${remedy}`)
    print(terminal.stdout, ...lines.map(printable))
  }
}
