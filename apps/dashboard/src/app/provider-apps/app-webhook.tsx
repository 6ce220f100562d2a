import type { Schemas } from '@platform/client'
import { useQuery } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { Badge } from '../ui/badge.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Time } from '../ui/time.tsx'
import { VerificationTokens } from './verification-tokens.tsx'
import { WithCode } from '../ui/code/with-code.tsx'

interface AppWebhookProps {
  app: Schemas['ProviderApp']
  provider: Schemas['ProviderInfo']
}

const states = {
  waiting: ['warning', 'Waiting', 'No request with a valid signature has arrived.'],
  receiving: ['good', 'Receiving', 'Requests with a valid signature arrive.'],
} as const

/** Reports whether the latest request had no valid signature; times are exact to the minute. */
function isRejectedLast(
  webhook: Schemas['ProviderAppWebhook'],
): webhook is Schemas['ProviderAppWebhook'] & { rejectedTime: string } {
  const { rejectedTime, deliveryTime } = webhook
  return rejectedTime !== undefined && (deliveryTime === undefined || rejectedTime > deliveryTime)
}

/** Shows the webhook URL of an app, how to set it up with the provider, and what has arrived. */
export function AppWebhook({ app, provider }: AppWebhookProps) {
  const { queries } = useProject()
  const params = provider.providerAppMetadata?.providerParams ?? []
  const missing = params.filter(({ name }) => !app.providerParamNames?.includes(name))
  return (
    <Loaded result={useQuery(queries.providerAppWebhook(app.id))}>
      {(webhook) => {
        const [tone, label, sentence] = states[webhook.state]
        return (
          <>
            <p>
              Webhook URL: <CopyableId what="webhook URL">{webhook.url}</CopyableId>
            </p>
            <ol className="provider-steps">
              {(provider.app?.webhookSteps ?? []).map((step) => (
                <li key={step}>
                  <WithCode text={step} />
                </li>
              ))}
            </ol>
            <VerificationTokens app={app} provider={provider} webhook={webhook} />
            {missing.length > 0 && (
              <p>
                Edit the app to add:{' '}
                {missing.map(({ name, displayName = name }) => displayName).join(', ')}.
              </p>
            )}
            <p className="outcome" aria-live="polite">
              <Badge tone={tone}>{label}</Badge> {sentence}{' '}
              {webhook.deliveryTime && (
                <>
                  Latest: <Time at={webhook.deliveryTime} />
                </>
              )}
            </p>
            {isRejectedLast(webhook) && (
              <p className="hint">
                Latest request without a valid signature: <Time at={webhook.rejectedTime} />. If{' '}
                {provider.displayName} sent it, compare the key of the app with that of the
                provider. Anybody who knows the URL can send such requests.
              </p>
            )}
            {webhook.droppedEvents > 0 && (
              <p className="hint">
                Events of accounts that are not connected: {webhook.droppedEvents}
              </p>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
