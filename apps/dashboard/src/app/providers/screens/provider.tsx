import type { Schemas } from '@platform/client'
import { useQuery } from '../../api/use-query.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatCount, words } from '../../ui/format.ts'
import { Table } from '../../ui/list/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import {
  abilities,
  authTypeNames,
  can,
  EvidenceBadge,
  OverriddenNote,
  passesCalls,
} from '../abilities.tsx'
import { ProviderLogo } from '../provider-logo.tsx'
import { ProviderNotices } from '../provider-notices.tsx'
import { catalogueEntryQuery, providerObjectsQuery } from '../queries.ts'
import { AppRules } from './app-rules.tsx'
import { RegisterApp } from './register-app.tsx'

/** Shows the catalogue entry of a provider. */
export function ProviderScreen({ name }: { name: string }) {
  const { client } = useDashboard()
  const { to } = useProject()
  const result = useQuery(catalogueEntryQuery(client, name))
  const provider = result.data

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
      <ProviderNotices of={provider} />
      <Facts
        of={{
          'In platform.yaml': <code>{name}</code>,
          Category: provider.labels?.['category'],
          Authentication: authTypeNames[authType],
          'Sign-in verified': provider.oauth2Opts && <SignInEvidence of={provider} />,
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
      <AppRules {...provider} />
      <Section title="Objects">
        <Objects provider={name} />
      </Section>
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

/** Says with which document the sign-in agrees. */
const SignInEvidence = ({ of: { signInEvidence } }: { of: Schemas['ProviderInfo'] }) =>
  signInEvidence ? (
    <>
      Agrees with the provider’s{' '}
      <a href={signInEvidence.page} target="_blank" rel="noreferrer">
        document
      </a>{' '}
      of {signInEvidence.date}
    </>
  ) : (
    'Not compared with a document of the provider'
  )
