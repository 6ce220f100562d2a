import { getNeededScopes, getScopesPage, type Schemas } from '@platform/client'
import { useList, useQuery } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { RedirectUri } from '../../provider-apps/redirect-uri.tsx'
import { Link } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CopyableId, CopyButton } from '../../ui/copy.tsx'
import { Section } from '../../ui/page.tsx'
import { WithCode } from '../../ui/code/with-code.tsx'
import { AppWebhook } from '../../provider-apps/app-webhook.tsx'

/** Shows step by step how to register the builder's own app with the provider. */
export function RegisterApp({ provider }: { provider: Schemas['ProviderInfo'] }) {
  const { queries, to } = useProject()
  const { name, displayName = name, docsURL, app: rules } = provider
  const project = useQuery(queries.project())
  const apps = useList(queries.providerApps(), { atFirst: 200 })
  const integrations = useList(queries.integrations(), { atFirst: 200 })
  const app = apps.data?.find((one) => one.provider === name)
  const isIntegrated = integrations.data?.some((one) => one.provider === name)
  const page = rules?.consoleURL ?? docsURL
  return (
    <Section title="Register your app" aside={app && <AppState {...app} />}>
      <div className="card">
        <ol className="app-steps">
          <li>
            <p>
              Create an OAuth app in the developer settings of {displayName}, named after your
              product{project.data ? ` (${project.data.appName})` : ''}. Customers see the name when
              they connect.
            </p>
            {page && (
              <a href={page} rel="noreferrer" target="_blank">
                {rules?.consoleURL
                  ? `Open the console of ${displayName}`
                  : `Documentation of ${displayName}`}
              </a>
            )}
            {rules?.steps && (
              <ol className="provider-steps">
                {rules.steps.map((step) => (
                  <li key={step}>
                    <WithCode text={step} />
                  </li>
                ))}
              </ol>
            )}
          </li>
          <li>
            <p>Enter the redirect URI, exactly as shown.</p>
            <RedirectUri provider={provider} />
          </li>
          <li>
            <Scopes provider={provider} integrations={integrations.data ?? []} />
          </li>
          {app?.refusal ? (
            <li>
              <p>{app.refusal.detail}</p>
              <Link className="button" to={to('providerApps')}>
                Provider apps
              </Link>
            </li>
          ) : app ? (
            <li>
              <p>
                {isIntegrated
                  ? 'Your app is added. Create a link with which a customer connects an account.'
                  : `Your app is added. Deploy an integration with ${displayName}.`}
              </p>
              <p className="row">
                <Link className="button" to={to(isIntegrated ? 'connectLinks' : 'integrations')}>
                  {isIntegrated ? 'Connect links' : 'Integrations'}
                </Link>
                <Link to={to('providerApps')}>Provider apps</Link>
              </p>
            </li>
          ) : (
            <li>
              <p>Copy the client ID and the client secret, and add them here.</p>
              <Link className="button" to={to('providerApps', { add: name })}>
                Add {displayName} app
              </Link>
            </li>
          )}
        </ol>
      </div>
      {app && rules?.webhookSteps && (
        <div className="card">
          <h3>Webhooks</h3>
          <p>Required to subscribe to changes.</p>
          <AppWebhook app={app} provider={provider} />
        </div>
      )}
    </Section>
  )
}

const AppState = ({ refusal }: Schemas['ProviderApp']) =>
  refusal ? <Badge tone="bad">App rejected</Badge> : <Badge tone="good">App added</Badge>

/** Shows the scopes that the app needs, or where the provider lists them. */
function Scopes({
  provider,
  integrations,
}: {
  provider: Schemas['ProviderInfo']
  integrations: readonly Schemas['Integration'][]
}) {
  const { name, displayName = name, oauth2Opts } = provider
  const { scopes, unknownObjects } = getNeededScopes(provider, integrations)
  const page = getScopesPage(provider)
  const isInApp = provider.scopes?.grantedBy === 'app'
  const needsList = scopes.length === 0 || unknownObjects.length > 0
  const isIntegrated = integrations.some((one) => one.provider === name)
  return (
    <>
      {scopes.length > 0 ? (
        <>
          <p>
            {isInApp
              ? 'Select these scopes in the app. The sign-in requests none.'
              : 'Select these scopes. They are filled in when you add the app here.'}{' '}
            {scopes.length > 1 && (
              <>
                All: <CopyButton what="all scopes" text={scopes.join(' ')} />
              </>
            )}
          </p>
          <ul className="scopes">
            {scopes.map((scope) => (
              <li key={scope}>
                <CopyableId what={`scope ${scope}`}>{scope}</CopyableId>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          Select the scopes for the objects that you read and write
          {oauth2Opts?.explicitScopesRequired ? '; at least one is required' : ''}.
        </p>
      )}
      {unknownObjects.length > 0 && <p>Also select scopes for {unknownObjects.join(', ')}.</p>}
      {provider.scopes?.byObject && !isIntegrated && (
        <p>Scopes of objects are listed here once you deploy an integration that uses them.</p>
      )}
      {needsList && page && (
        <a href={page} rel="noreferrer" target="_blank">
          Find the scopes in the documentation of {displayName}
        </a>
      )}
    </>
  )
}
