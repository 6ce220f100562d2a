import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { listProviderNotices, type Schemas } from '@platform/client'
import { didYouMean } from '@platform/manifest'
import { checkAtProvider } from '../../files/check-at-provider.ts'
import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { serverCommand } from '../../server-commands.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import {
  CommandError,
  painter,
  print,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.ts'

export const providersCheck = command({
  name: 'providers check',
  summary: 'Show what providers support and what is missing to use them.',
  argument: {
    name: 'provider',
    description:
      'A provider, or a file or folder of provider files. Default: providers of deployed integrations.',
  },
  options: {
    json: { type: 'boolean', description: 'Print JSON.' },
    connection: {
      type: 'string',
      value: 'ID',
      description: 'Verify the file against the provider, using this connection.',
    },
    object: { type: 'string', value: 'NAME', description: 'With --connection: only this object.' },
    write: {
      type: 'string',
      value: 'FILE',
      description: 'With --connection: JSON file with a record per object to write and delete.',
    },
    report: {
      type: 'string',
      value: 'FILE',
      description: 'With --connection: path of the report. Default: `<provider>.check.json`.',
    },
    ...targetOptions,
  },
  notes: `With --connection, nothing is written unless you use --write. The platform calls the provider, so
credentials stay there. The report contains no customer data and can be shared with the file.

${targetNotes}`,
  async run({ argument, values, terminal }) {
    if (values.connection !== undefined) return checkAtProvider(argument, values, terminal)
    const alone = (['object', 'write', 'report'] as const).find((name) => values[name])
    if (alone) throw new CommandError(`--${alone} requires --connection.`)
    const path = argument === undefined ? '' : toWorkingPath(argument, terminal)
    if (path !== '' && existsSync(path)) {
      return checkFile(path, { asJson: values.json === true, terminal })
    }
    if (argument !== undefined && /[./]/.test(argument)) {
      throw new CommandError(`No such file or folder: ${argument}.`)
    }
    const { client, project } = await requireTarget(values, terminal)
    const params = { projectIdOrName: project }
    const base = '/v1/projects/{projectIdOrName}'
    const [catalogue, apps, integrations, connections] = await Promise.all([
      client.get('/v1/providers') as Promise<Record<string, Schemas['ProviderInfo']>>,
      everyPage((query) => client.page(`${base}/provider-apps`, { params, query })),
      everyPage((query) => client.page(`${base}/integrations`, { params, query })),
      everyPage((query) => client.page(`${base}/connections`, { params, query })),
    ])
    const names = argument ? [argument] : [...new Set(integrations.map((one) => one.provider))]
    const checked = names.map((name) => {
      const info = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined
      if (!info) {
        const hint = didYouMean(name, Object.keys(catalogue))
        throw new CommandError(
          [`The catalogue has no provider \`${name}\`.`, hint].filter(Boolean).join(' '),
          1,
        )
      }
      const own = connections.filter(({ provider }) => provider === name)
      const refused = own.filter(({ status }) => status === 'bad_credentials').length
      const { read, write, subscribe, proxy } = info.support
      const needsApp = info.authType === 'oauth2' && !apps.some((app) => app.provider === name)
      return {
        provider: name,
        authType: info.authType,
        can: Object.entries({ read, write, subscribe, proxy })
          .filter(([, isSupported]) => isSupported)
          .map(([ability]) => ability),
        connections: own.length,
        ...warnOfChanges(info),
        findings: [
          ...(needsApp ? ['it has no OAuth client: add one under Provider apps'] : []),
          ...(refused > 0 ? [`${refused} of ${own.length} connections must sign in again`] : []),
        ],
      }
    })

    const isWell = checked.every(({ findings }) => findings.length === 0)
    if (values.json) {
      print(terminal.stdout, JSON.stringify(checked, null, 2))
      return isWell ? 0 : 1
    }
    const paint = painter(terminal, terminal.stdout)
    for (const { provider, authType, can, connections: total, warning, findings } of checked) {
      const mark = findings.length === 0 ? paint('green', '✓') : paint('red', '✗')
      const abilities = can.length > 0 ? can.join(', ') : 'connects only'
      print(
        terminal.stdout,
        `${mark} ${provider} (${authType}): ${abilities}; connections: ${total}`,
      )
      if (warning) print(terminal.stdout, `  ${paint('yellow', '!')} ${warning}`)
      for (const finding of findings) print(terminal.stdout, `    ${finding}`)
    }
    if (checked.length === 0) {
      print(terminal.stdout, 'No integrations deployed yet. Name a provider to check it.')
    }
    return isWell ? 0 : 1
  },
})

/** Returns the path from where the process runs, so that findings show it as it was given. */
const toWorkingPath = (path: string, { cwd }: Terminal) =>
  relative(process.cwd(), resolve(cwd, path)) || '.'

/** Returns a warning about dated changes of the provider; it does not change the exit code. */
const warnOfChanges = (info: Parameters<typeof listProviderNotices>[0]): { warning?: string } => {
  const texts = listProviderNotices(info).map(({ text }) => text)
  return texts.length > 0 ? { warning: texts.join(' ') } : {}
}

/** Tests the connection flow of each own entry before a server is started with it. */
export async function checkFile(
  source: string,
  { asJson, terminal }: { asJson: boolean; terminal: Terminal },
): Promise<ExitCode> {
  const check = await serverCommand('checkProviders')
  const checked = (await check({ source })).map((one) => ({ ...one, ...warnOfChanges(one) }))
  const isWell = checked.every(({ problems }) => problems.length === 0)
  if (asJson) {
    print(terminal.stdout, JSON.stringify(checked, null, 2))
    return isWell ? 0 : 1
  }
  const paint = painter(terminal, terminal.stdout)
  for (const { provider, facts, problems, warning } of checked) {
    print(
      terminal.stdout,
      problems.length === 0
        ? `${paint('green', '✓')} ${provider}`
        : `${paint('red', '✗')} ${provider}`,
    )
    for (const fact of facts) print(terminal.stdout, `    ${fact}`)
    if (warning) print(terminal.stdout, `  ${paint('yellow', '!')} ${warning}`)
    for (const problem of problems) print(terminal.stdout, `  ${paint('red', '✗')} ${problem}`)
  }
  return isWell ? 0 : 1
}
