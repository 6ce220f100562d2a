import type { Schemas } from '@platform/client'
import { useQuery } from '../../api/use-query.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { RedirectUri } from '../../provider-apps/redirect-uri.tsx'
import { Link } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatCount, words } from '../../ui/format.ts'
import { Table } from '../../ui/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { abilities, can, passesCalls, signIns, sureOf } from '../abilities.tsx'
import { catalogue, objectsOf } from '../queries.ts'

/** What the catalogue says of a provider. */
export function Provider({ name }: { name: string }) {
  const { client } = useDashboard()
  const { to } = useProject()
  const result = useQuery(catalogue(client))
  const provider = result.data?.[name]

  return (
    <Page
      title={provider?.displayName ?? name}
      parent={{ title: 'Catalogue', to: to('catalogue') }}
    >
      <Loaded result={result}>
        {() =>
          provider ? <About provider={provider} /> : <Empty title="No provider is called that" />
        }
      </Loaded>
    </Page>
  )
}

function About({ provider }: { provider: Schemas['ProviderInfo'] }) {
  const { to } = useProject()
  const { name, authType, baseURL, docsURL, paging, rateLimits, modules } = provider
  const rows: [ability: string, sure: string][] = abilities
    .filter((ability) => can(provider, ability))
    .map((ability) => [words(ability), sureOf(provider.proof?.[ability])])
  if (provider.proof?.readByPath) {
    rows.push(['Read any list by its path', 'unverified: nobody has tried it'])
  }

  return (
    <>
      <Facts
        of={{
          'In platform.yaml': <code>{name}</code>,
          Category: provider.labels?.['category'],
          'Signs in by': signIns[authType],
          'Base URL': <code>{baseURL}</code>,
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
      <Section title="What it can do">
        {rows.length === 0 && passesCalls(provider) ? (
          <Empty title="Calls are passed through">
            No connector reads or writes it yet: your server calls its API through the proxy.
          </Empty>
        ) : rows.length === 0 ? (
          <Empty title="It can be connected, and no more">
            No integration can be of it until a file of your own says how it is read.
          </Empty>
        ) : (
          <div className="list">
            <Table
              caption="What it can do"
              rows={rows}
              keyOf={([ability]) => ability}
              columns={[
                { title: 'Ability', render: ([ability]) => ability },
                { title: 'How sure', render: ([, sure]) => sure },
              ]}
            />
          </div>
        )}
      </Section>
      <Section title="Objects">
        <Objects provider={name} />
      </Section>
      {(authType === 'oauth2' || authType === 'custom') && (
        <Section title="Register an app" aside={<Link to={to('providerApps')}>Provider apps</Link>}>
          <p className="muted">
            Register an OAuth app with the provider, and enter its client under Provider apps.
          </p>
          <RedirectUri provider={provider} />
        </Section>
      )}
    </>
  )
}

function Objects({ provider }: { provider: string }) {
  const { client } = useDashboard()
  return (
    <Loaded result={useQuery(objectsOf(client, provider))}>
      {(objects) => {
        const rows = Object.entries(objects).map(([name, object]) => ({ ...object, name }))
        if (rows.length === 0) {
          return (
            <Empty title="An account tells them">
              What objects and fields there are is different from account to account.
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
                  title: 'Read',
                  render: ({ read }) =>
                    read ? (
                      <>
                        <Badge tone="good">
                          {read.changes === 'time' ? 'Changes by time' : 'Changes by comparing'}
                        </Badge>
                        {read.mayMiss && <span className="sub">May miss what moves meanwhile</span>}
                      </>
                    ) : (
                      '—'
                    ),
                },
                { title: 'Write', render: ({ writes }) => writes.map(words).join(', ') || '—' },
                { title: 'Tells of', render: ({ events }) => events.map(words).join(', ') || '—' },
                {
                  title: 'Fields',
                  render: ({ fields }) =>
                    fields ? Object.keys(fields).join(', ') : 'An account tells them',
                },
              ]}
            />
          </div>
        )
      }}
    </Loaded>
  )
}

const pagings: Record<Schemas['Paging']['style'], string> = {
  cursor: 'By a cursor',
  'next-url': 'The reply has the next address',
  'link-header': 'The Link header has the next address',
  offset: 'By an offset',
  page: 'By the number of the page',
  'last-id': 'After the last ID',
}

const limitInWords = ({ calls, perSeconds, sharedBy }: Schemas['ProviderRateLimit']) =>
  `${formatCount(calls)} calls ${stretches[perSeconds] ?? `in ${formatCount(perSeconds)} s`}${sharedBy ? ` for each ${words(sharedBy).toLowerCase()}` : ''}`

const stretches: Record<number, string> = {
  1: 'a second',
  60: 'a minute',
  3600: 'an hour',
  86_400: 'a day',
}
