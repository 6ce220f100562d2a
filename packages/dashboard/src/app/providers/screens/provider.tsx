import type { Schemas } from '@platform/client'
import { useList, useQuery } from '../../api/use-query.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { findNeededScopes, getScopesPage } from '../../provider-apps/needed-scopes.ts'
import { RedirectUri } from '../../provider-apps/redirect-uri.tsx'
import { Link } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CopyableId, CopyButton } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatCount, words } from '../../ui/format.ts'
import { Table } from '../../ui/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { ApiVersionNotice } from '../api-version.tsx'
import {
  abilities,
  authTypeNames,
  can,
  EvidenceBadge,
  OverriddenNote,
  passesCalls,
} from '../abilities.tsx'
import { ProviderLogo } from '../provider-logo.tsx'
import { catalogueQuery, providerObjectsQuery } from '../queries.ts'

/** Shows the catalogue entry of a provider. */
export function ProviderScreen({ name }: { name: string }) {
  const { client } = useDashboard()
  const { to } = useProject()
  const result = useQuery(catalogueQuery(client))
  const provider = result.data?.[name]

  return (
    <DashboardPage
      title={provider?.displayName ?? name}
      parent={{ title: 'Catalogue', to: to('catalogue') }}
      logo={provider && <ProviderLogo of={provider} />}
    >
      <Loaded result={result}>
        {() => (provider ? <About provider={provider} /> : <Empty title="Provider not found" />)}
      </Loaded>
    </DashboardPage>
  )
}

function About({ provider }: { provider: Schemas['ProviderInfo'] }) {
  const { name, authType, baseURL, apiVersion, docsURL, paging, rateLimits, modules } = provider
  const rows: { ability: string; level: Schemas['Evidence']['level'] }[] = abilities
    .filter((ability) => can(provider, ability))
    .map((ability) => ({
      ability: words(ability),
      level: provider.proof?.[ability] ?? 'stand-in',
    }))
  if (provider.proof?.readByPath) rows.push({ ability: 'Read any list by path', level: 'stand-in' })

  return (
    <>
      <ApiVersionNotice of={provider} />
      <Facts
        of={{
          'In platform.yaml': <code>{name}</code>,
          Category: provider.labels?.['category'],
          Authentication: authTypeNames[authType],
          'Base URL': <code>{baseURL}</code>,
          'API version': apiVersion,
          Documentation: docsURL && (
            <a href={docsURL} rel="noreferrer" target="_blank">
              {docsURL}
            </a>
          ),
          Modules: modules && Object.keys(modules).join(', '),
          Paging: paging && pagings[paging.style],
          Limits: rateLimits?.map(limitInWords).join('; '),
        }}
      />
      <Section title="Capabilities">
        <OverriddenNote of={provider} />
        {rows.length === 0 && passesCalls(provider) ? (
          <Empty title="Proxy only">
            Reads and writes are not supported yet. Your server can call the API of the provider
            through the proxy.
          </Empty>
        ) : rows.length === 0 ? (
          <Empty title="Connect only">
            To build integrations, add your own provider file that describes how to read from it.
          </Empty>
        ) : (
          <div className="list">
            <Table
              caption="Capabilities"
              rows={rows}
              keyOf={({ ability }) => ability}
              columns={[
                { title: 'Capability', render: ({ ability }) => ability },
                { title: 'Verification', render: ({ level }) => <EvidenceBadge level={level} /> },
              ]}
            />
          </div>
        )}
      </Section>
      {(authType === 'oauth2' || authType === 'custom') && <RegisterApp provider={provider} />}
      <Section title="Objects">
        <Objects provider={name} />
      </Section>
    </>
  )
}

/** Shows step by step how to register the builder's own app with the provider. */
function RegisterApp({ provider }: { provider: Schemas['ProviderInfo'] }) {
  const { queries, to } = useProject()
  const { name, displayName = name, docsURL } = provider
  const project = useQuery(queries.project())
  const apps = useList(queries.providerApps(), { atFirst: 200 })
  const integrations = useList(queries.integrations(), { atFirst: 200 })
  const app = apps.data?.find((one) => one.provider === name)
  const isIntegrated = integrations.data?.some((one) => one.provider === name)
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
            {docsURL && (
              <a href={docsURL} rel="noreferrer" target="_blank">
                Documentation of {displayName}
              </a>
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
  const { scopes, unknownObjects } = findNeededScopes(provider, integrations)
  const page = getScopesPage(provider)
  const needsList = scopes.length === 0 || unknownObjects.length > 0
  return (
    <>
      {scopes.length > 0 ? (
        <>
          <p>
            Select these scopes. They are filled in when you add the app here.{' '}
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
      {name === 'hubspot' && scopes.length === 1 && unknownObjects.length === 0 && (
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

function Objects({ provider }: { provider: string }) {
  const { client } = useDashboard()
  return (
    <Loaded result={useQuery(providerObjectsQuery(client, provider))}>
      {(objects) => {
        const rows = Object.entries(objects).map(([name, object]) => ({ ...object, name }))
        if (rows.length === 0) {
          return (
            <Empty title="Listed once an account is connected">
              Objects and fields differ between accounts.
            </Empty>
          )
        }
        return (
          <div className="list">
            <Table
              caption="Objects"
              rows={rows}
              keyOf={({ name }) => name}
              columns={[
                {
                  title: 'Object',
                  render: ({ name, displayName }) => (
                    <>
                      {displayName}
                      <code className="sub">{name}</code>
                    </>
                  ),
                },
                {
                  title: 'Verification',
                  render: ({ evidence }) => (evidence ? <Verification of={evidence} /> : '—'),
                },
                {
                  title: 'Read',
                  render: ({ read }) =>
                    read ? (
                      <>
                        <Badge>
                          {read.changes === 'time' ? 'Changes by time' : 'Changes by comparison'}
                        </Badge>
                        {read.mayMiss && (
                          <span className="sub">
                            May miss records that move between pages during a read
                          </span>
                        )}
                      </>
                    ) : (
                      '—'
                    ),
                },
                { title: 'Write', render: ({ writes }) => writes.map(words).join(', ') || '—' },
                { title: 'Events', render: ({ events }) => events.map(words).join(', ') || '—' },
                {
                  title: 'Fields',
                  render: ({ fields }) =>
                    fields ? Object.keys(fields).join(', ') : 'Listed once an account is connected',
                },
              ]}
            />
          </div>
        )
      }}
    </Loaded>
  )
}

/** Shows the level of verification per action of an object, grouped by level. */
function Verification({ of }: { of: Schemas['ObjectEvidence'] }) {
  const byLevel = Map.groupBy(Object.entries(of), ([, { level }]) => level)
  return [...byLevel].map(([level, actions]) => (
    <div key={level} title={actions[0]?.[1].source}>
      <EvidenceBadge level={level} />
      <span className="sub">{actions.map(([action]) => words(action)).join(', ')}</span>
    </div>
  ))
}

const pagings: Record<Schemas['Paging']['style'], string> = {
  cursor: 'Cursor',
  nextUrl: 'URL of the next page in the response',
  linkHeader: 'Link header',
  offset: 'Offset',
  page: 'Page number',
  lastId: 'Last ID',
}

const limitInWords = ({ calls, perSeconds, sharedBy }: Schemas['ProviderRateLimit']) =>
  `${formatCount(calls)} calls ${stretches[perSeconds] ?? `per ${formatCount(perSeconds)} s`}${sharedBy ? ` per ${words(sharedBy).toLowerCase()}` : ''}`

const stretches: Record<number, string> = {
  1: 'per second',
  60: 'per minute',
  3600: 'per hour',
  86_400: 'per day',
}
