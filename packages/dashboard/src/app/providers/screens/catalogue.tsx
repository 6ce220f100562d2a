import type { Schemas } from '@platform/client'
import { useQuery } from '../../api/use-query.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { Link, useSearchParam } from '../../router.tsx'
import { Filters, SelectFilter, TextFilter } from '../../ui/filters.tsx'
import { formatCount, words } from '../../ui/format.ts'
import { Table } from '../../ui/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { abilities, AbilityBadges, can, authTypeNames } from '../abilities.tsx'
import { catalogueQuery } from '../queries.ts'

const options = abilities.map((ability) => [ability, words(ability)] as const)

const categoriesOf = (providers: Record<string, Schemas['ProviderInfo']>) =>
  [
    ...new Set(Object.values(providers).flatMap(({ labels }) => labels?.['category'] ?? [])),
  ].toSorted()

/** Lists every provider with its capabilities. */
export function CatalogueScreen() {
  const { client } = useDashboard()
  const { to } = useProject()
  const result = useQuery(catalogueQuery(client))
  const [search] = useSearchParam('search')
  const [asked] = useSearchParam('can')
  const [category] = useSearchParam('category')
  const ability = abilities.find((one) => one === asked)
  const wanted = search.trim().toLowerCase()

  return (
    <Page
      title="Catalogue"
      intro="Providers you can build integrations for. Green capabilities are verified with the provider or its recorded responses."
    >
      <Filters label="Filter providers">
        <TextFilter label="Search" name="search" />
        <SelectFilter
          label="Category"
          name="category"
          options={categoriesOf(result.data ?? {}).map((one) => [one, one])}
        />
        <SelectFilter label="Capability" name="can" options={options} />
      </Filters>
      <Loaded result={result}>
        {(providers) => {
          const found = Object.values(providers)
            .filter(
              (one) =>
                `${one.name} ${one.displayName} ${Object.values(one.labels ?? {}).join(' ')}`
                  .toLowerCase()
                  .includes(wanted) &&
                (!category || one.labels?.['category'] === category) &&
                (!ability || can(one, ability)),
            )
            .toSorted((a, b) => (a.displayName ?? a.name).localeCompare(b.displayName ?? b.name))
          if (found.length === 0) return <Empty title="No providers match these filters" />
          return (
            <>
              <output className="hint">
                {formatCount(found.length)} of {formatCount(Object.keys(providers).length)}{' '}
                providers
              </output>
              <div className="list">
                <Table
                  caption="Providers"
                  rows={found}
                  keyOf={({ name }) => name}
                  columns={[
                    {
                      title: 'Provider',
                      render: ({ name, displayName = name }) => (
                        <Link to={to('provider', { provider: name })}>{displayName}</Link>
                      ),
                    },
                    { title: 'Category', render: ({ labels }) => labels?.['category'] ?? '—' },
                    { title: 'Authentication', render: ({ authType }) => authTypeNames[authType] },
                    { title: 'Capabilities', render: (one) => <AbilityBadges of={one} /> },
                  ]}
                />
              </div>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}
