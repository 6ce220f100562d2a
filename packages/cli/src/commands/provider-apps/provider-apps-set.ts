import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print, type Terminal } from '../../terminal/terminal.ts'

const base = '/v1/projects/{projectIdOrName}'

export const providerAppsSet = command({
  name: 'provider-apps set',
  summary: 'Create or change your OAuth client at a provider.',
  argument: { name: 'provider', description: 'Name of the provider.', isNeeded: true },
  options: {
    'client-id': { type: 'string', value: 'ID', description: 'Client ID from the provider.' },
    'client-secret': {
      type: 'string',
      value: 'SECRET',
      description:
        'Client secret from the provider, or - to read it from standard input [PLATFORM_CLIENT_SECRET].',
    },
    scopes: {
      type: 'string',
      value: 'LIST',
      description: 'Scopes to request, separated by spaces or commas.',
    },
    param: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      description:
        'Further value that the provider requires of an app, such as signingSecret of Slack. Repeatable; - as VALUE reads it from standard input. Stored encrypted.',
    },
    'external-ref': {
      type: 'string',
      value: 'NAME',
      description: 'Your own name for the app, to have several of one provider.',
    },
    json: { type: 'boolean', description: 'Print the provider app as JSON.' },
    ...targetOptions,
  },
  notes: `A new app needs a client ID and a secret. For an existing one, only the given options change. Register
<base URL>/callbacks/v1/oauth as redirect URI at the provider.\n\n${targetNotes}`,
  async run({ argument: provider, values, terminal }) {
    if (!provider) throw new CommandError('The name of a provider is required.')
    const clientSecret = await readSecret(values['client-secret'], terminal)
    const given = Object.entries(parseParams(values.param ?? []))
    if (clientSecret !== undefined && values['client-secret'] === '-' && hasInput(given)) {
      throw new CommandError('Standard input can contain only one value.')
    }
    const providerParams: Record<string, string> = {}
    for (const [name, value] of given) {
      providerParams[name] = (await readSecret(value, terminal)) ?? ''
    }
    const { client, project, baseUrl } = await requireTarget(values, terminal)
    const params = { projectIdOrName: project }
    const changes = {
      ...(values['client-id'] && { clientId: values['client-id'] }),
      ...(clientSecret && { clientSecret }),
      ...(values.scopes !== undefined && {
        scopes: values.scopes.split(/[\s,]+/).filter(Boolean),
      }),
    }
    const externalRef = values['external-ref']
    const apps = await everyPage((query) => client.page(`${base}/provider-apps`, { params, query }))
    const before = apps.find((app) => app.provider === provider && app.externalRef === externalRef)
    if (before && Object.keys(changes).length + given.length === 0) {
      throw new CommandError(
        'Nothing to change: --client-id, --client-secret, --scopes or --param.',
      )
    }
    const left = (before?.providerParamNames ?? []).filter((name) => !(name in providerParams))
    if (given.length > 0 && left.length > 0) {
      throw new CommandError(
        `The parameters of an app are replaced together. Also give --param ${left.join('=…, --param ')}=…`,
      )
    }
    const fields = {
      ...changes,
      ...(given.length > 0 && { metadata: { ...before?.metadata, providerParams } }),
    }
    const app = before
      ? await client.patch(`${base}/provider-apps/{providerAppId}`, {
          params: { ...params, providerAppId: before.id },
          body: { updateMask: Object.keys(fields), providerApp: fields },
        })
      : await client.post(`${base}/provider-apps`, {
          params,
          body: {
            ...{ provider, ...fields, ...requireClient(changes) },
            ...(externalRef && { externalRef }),
          },
        })
    print(
      terminal.stdout,
      ...(values.json
        ? [JSON.stringify(app, null, 2)]
        : [
            `${before ? 'Changed' : 'Created'} the provider app of ${provider} (${app.id})`,
            `  Redirect URI: ${baseUrl.replace(/\/+$/, '')}/callbacks/v1/oauth`,
          ]),
    )
    return 0
  },
})

function requireClient({ clientId, clientSecret }: { clientId?: string; clientSecret?: string }) {
  if (clientId && clientSecret) return { clientId, clientSecret }
  throw new CommandError('A new provider app needs --client-id and --client-secret.')
}

const hasInput = (params: readonly (readonly [string, string])[]) =>
  params.some(([, value]) => value === '-')

function parseParams(given: readonly string[]): Record<string, string> {
  const params = given.map((one): [string, string] => {
    const at = one.indexOf('=')
    if (at < 1) throw new CommandError(`--param requires NAME=VALUE, not ${one}.`)
    return [one.slice(0, at), one.slice(at + 1)]
  })
  if (params.filter(([, value]) => value === '-').length > 1) {
    throw new CommandError('Standard input can contain only one value.')
  }
  return Object.fromEntries(params)
}

async function readSecret(
  given: string | undefined,
  { env, stdin }: Terminal,
): Promise<string | undefined> {
  if (given !== '-') return given ?? (env['PLATFORM_CLIENT_SECRET'] || undefined)
  let text = ''
  for await (const chunk of stdin ?? []) text += String(chunk)
  if (text.trim() === '') throw new CommandError('Standard input is empty.')
  return text.trim()
}
