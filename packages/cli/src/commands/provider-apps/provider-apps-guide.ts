import { getNeededScopes, listProviderNotices, type Schemas } from '@platform/client'
import { command } from '../../command.ts'
import { fitText } from '../../terminal/fitted.ts'
import { formatRedirectUri, requireProviderWithIntegrations } from '../../files/provider-app.ts'
import { requireTarget, targetNotes, targetOptions } from '../../target/target.ts'
import { CommandError, painter, print, printable, type Terminal } from '../../terminal/terminal.ts'

export const providerAppsGuide = command({
  name: 'provider-apps guide',
  summary: 'Show how to register an OAuth app with a provider, and the scopes it needs.',
  argument: { name: 'provider', description: 'Name of the provider.', isNeeded: true },
  options: { json: { type: 'boolean', description: 'Print JSON.' }, ...targetOptions },
  notes: `Scopes are computed from the objects of the deployed integrations.\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    if (!argument) throw new CommandError('The name of a provider is required.')
    const { client, project, baseUrl } = await requireTarget(values, terminal)
    const { provider, integrations } = await requireProviderWithIntegrations(
      { client, project },
      argument,
    )
    const needed = getNeededScopes(provider, integrations)
    const redirectUri = formatRedirectUri(baseUrl)
    if (values.json) {
      const { name, app, signInErrors, changes } = provider
      const shown = { provider: name, redirectUri, ...needed, app, signInErrors, changes }
      print(terminal.stdout, JSON.stringify(shown, null, 2))
    } else printGuide(terminal, { provider, redirectUri, ...needed })
    return 0
  },
})

function printGuide(
  terminal: Terminal,
  {
    provider: { name, displayName = name, app = {}, scopes: known, docsURL, ...rest },
    redirectUri,
    scopes,
    unknownObjects,
  }: {
    provider: Schemas['ProviderInfo']
    redirectUri: string
    scopes: string[]
    unknownObjects: string[]
  },
): void {
  const { stdout } = terminal
  const paint = painter(terminal, stdout)
  const line = (text = '') => print(stdout, fitText(printable(text), stdout))
  const page = app.consoleURL ?? docsURL

  line(`Register your app with ${displayName}${page ? `: ${page}` : ''}`)
  const steps = app.steps ?? ['Create an OAuth app in the developer settings.']
  for (const [index, step] of steps.entries()) line(`  ${index + 1}. ${step}`)
  line()
  line(`Redirect URI: ${redirectUri}`)
  line(
    known?.grantedBy === 'app'
      ? 'Scopes to select in the app (the sign-in requests none):'
      : 'Scopes to select in the app and to pass to --scopes:',
  )
  line(`  ${scopes.length > 0 ? scopes.join(' ') : 'those of the objects that you use'}`)
  if (unknownObjects.length > 0) line(`  Unknown for: ${unknownObjects.join(', ')}`)
  const { requirements = [], limits = [] } = app
  if (requirements.length + limits.length > 0) line()
  for (const { what } of requirements) line(`${paint('yellow', '!')} ${what}`)
  for (const { what, value } of limits) line(`${paint('yellow', '!')} ${what}: ${value}`)
  for (const { text } of listProviderNotices(rest)) line(`${paint('yellow', '!')} ${text}`)
  line()
  line(`Then: platform provider-apps set ${name} --client-id ID --client-secret -`)
  if (app.webhookSteps) line(`To subscribe to changes: platform provider-apps webhook ${name}`)
}
