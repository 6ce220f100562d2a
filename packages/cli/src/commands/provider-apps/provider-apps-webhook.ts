import type { Schemas } from '@platform/client'
import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { fitText } from '../../terminal/fitted.ts'
import { requireTarget, targetNotes, targetOptions } from '../../target/target.ts'
import { CommandError, painter, print, printable, type Terminal } from '../../terminal/terminal.ts'

const base = '/v1/projects/{projectIdOrName}'

export const providerAppsWebhook = command({
  name: 'provider-apps webhook',
  summary: 'Show the webhook URL of a provider app, how to set it up, and what has arrived.',
  argument: { name: 'provider', description: 'Name of the provider.', isNeeded: true },
  options: {
    'external-ref': {
      type: 'string',
      value: 'NAME',
      description: 'Your own name for the app, if you have several of the provider.',
    },
    reset: {
      type: 'boolean',
      description: 'Delete the received verification tokens and accept others for an hour.',
    },
    json: { type: 'boolean', description: 'Print JSON.' },
    ...targetOptions,
  },
  notes: `For providers that send the events of all accounts to one URL of an app.\n\n${targetNotes}`,
  async run({ argument: name, values, terminal }) {
    if (!name) throw new CommandError('The name of a provider is required.')
    const { client, project } = await requireTarget(values, terminal)
    const params = { projectIdOrName: project }
    const apps = await everyPage((query) => client.page(`${base}/provider-apps`, { params, query }))
    const app = apps.find(
      (one) => one.provider === name && one.externalRef === values['external-ref'],
    )
    if (!app) {
      throw new CommandError(
        `The project has no such app of ${name}. Add it: platform provider-apps set ${name}`,
      )
    }
    const [webhook, provider] = await Promise.all([
      values.reset
        ? client.post(`${base}/provider-apps/{providerAppId}/webhook:reset`, {
            params: { ...params, providerAppId: app.id },
          })
        : client.get(`${base}/provider-apps/{providerAppId}/webhook`, {
            params: { ...params, providerAppId: app.id },
          }),
      client.get('/v1/providers/{provider}', { params: { provider: name } }),
    ])
    if (values.json) print(terminal.stdout, JSON.stringify(webhook, null, 2))
    else printWebhook(terminal, { app, provider, webhook })
    return 0
  },
})

const states: Record<Schemas['ProviderAppWebhook']['state'], string> = {
  waiting: 'No request with a valid signature has arrived.',
  receiving: 'Requests with a valid signature arrive.',
}

/** Reports whether the latest request had no valid signature; times are exact to the minute. */
const isRejectedLast = ({ rejectedTime, deliveryTime }: Schemas['ProviderAppWebhook']) =>
  rejectedTime !== undefined && (deliveryTime === undefined || rejectedTime > deliveryTime)

function printWebhook(
  terminal: Terminal,
  {
    app,
    provider,
    webhook,
  }: {
    app: Schemas['ProviderApp']
    provider: Schemas['ProviderInfo']
    webhook: Schemas['ProviderAppWebhook']
  },
): void {
  const { stdout } = terminal
  const { name, app: rules = {}, providerAppMetadata } = provider
  const paint = painter(terminal, stdout)
  const line = (text = '') => print(stdout, fitText(printable(text), stdout))
  line(`Webhook URL: ${webhook.url}`)
  line()
  for (const [index, step] of (rules.webhookSteps ?? []).entries()) line(`  ${index + 1}. ${step}`)
  line()
  const missing = (providerAppMetadata?.providerParams ?? []).filter(
    (param) => !app.providerParamNames?.includes(param.name),
  )
  for (const param of missing) {
    line(
      `${paint('yellow', '!')} Missing: platform provider-apps set ${name} --param ${param.name}=-`,
    )
  }
  for (const { token = '(hidden)', receivedTime } of webhook.verificationTokens) {
    line(`Verification token: ${token} (${receivedTime})`)
  }
  if (webhook.verificationTokens.length > 1) {
    line(
      `${paint('yellow', '!')} Several tokens arrived, unsigned. ${provider.displayName} accepts only its own: save no other.`,
    )
  }
  if (webhook.ignoredTokenTime) {
    line(
      `${paint('yellow', '!')} A verification token was ignored (${webhook.ignoredTokenTime}). To set the webhook up again: platform provider-apps webhook ${provider.name} --reset`,
    )
  }
  line(`${paint(webhook.state === 'receiving' ? 'green' : 'yellow', '•')} ${states[webhook.state]}`)
  if (webhook.deliveryTime) line(`  Latest: ${webhook.deliveryTime}`)
  if (isRejectedLast(webhook)) {
    line(
      `${paint('yellow', '!')} A request without a valid signature arrived (${webhook.rejectedTime}). If ${provider.displayName} sent it, the key of the app is wrong; anybody who knows the URL can send one.`,
    )
  }
  if (webhook.droppedEvents > 0) {
    line(`  Events of accounts that are not connected: ${webhook.droppedEvents}`)
  }
}
