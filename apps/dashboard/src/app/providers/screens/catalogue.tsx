import type { Schemas } from '@platform/client'
import { useQuery } from '../../api/use-query.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { Link, useSearchParam } from '../../router.tsx'
import { Filters, SelectFilter, SearchFilter } from '../../ui/list/filters.tsx'
import { formatCount, words } from '../../ui/format.ts'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import {
  abilities,
  AbilityBadges,
  authTypeNames,
  can,
  evidenceLevels,
  evidenceWords,
  OverriddenNote,
} from '../abilities.tsx'
import { ProviderLogo } from '../provider-logo.tsx'
import { catalogueQuery } from '../queries.ts'

const options = abilities.map((ability) => [ability, words(ability)] as const)

const levels = evidenceLevels.map((level) => [level, evidenceWords[level]] as const)

const listCategories = (providers: Record<string, Schemas['ProviderInfo']>) =>
  [
    ...new Set(Object.values(providers).flatMap(({ labels }) => labels?.['category'] ?? [])),
  ].toSorted()

/** Lists every provider with its capabilities. */
export function CatalogueScreen() {
  const { client } = useDashboard()
  const result = useQuery(catalogueQuery(client))
  const [search] = useSearchParam('search')
  const [asked] = useSearchParam('can')
  const [category] = useSearchParam('category')
  const ability = abilities.find((one) => one === asked)
  const [askedLevel] = useSearchParam('verification')
  const level = evidenceLevels.find((one) => one === askedLevel)
  const wanted = search.trim().toLowerCase()

  return (
    <DashboardPage
      title="Catalogue"
      intro="Providers you can build integrations for. Green capabilities are verified with the provider, its API specification or sample replies."
    >
      <Filters label="Filter providers">
        <SearchFilter label="Search" name="search" />
        <SelectFilter
          label="Category"
          name="category"
          options={listCategories(result.data ?? {}).map((one) => [one, one])}
        />
        <SelectFilter label="Capability" name="can" options={options} />
        <SelectFilter label="Verification" name="verification" options={levels} />
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
                (!ability || can(one, ability)) &&
                (!level || one.proof?.read === level),
            )
            .toSorted((a, b) => (a.displayName ?? a.name).localeCompare(b.displayName ?? b.name))
          if (found.length === 0) return <Empty title="No providers match these filters" />
          return (
            <>
              <output className="hint">
                {formatCount(found.length)} of {formatCount(Object.keys(providers).length)}{' '}
                providers
              </output>
              <ul className="cards providers">
                {found.map((provider) => (
                  <ProviderCard key={provider.name} provider={provider} />
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
    </DashboardPage>
  )
}

function ProviderCard({ provider }: { provider: Schemas['ProviderInfo'] }) {
  const { to } = useProject()
  const { name, displayName = name, labels, authType, proof } = provider
  const level = proof?.read
  return (
    <li className="card card-link">
      <div className="provider-title">
        <ProviderLogo of={provider} />
        <div>
          <Link to={to('provider', { provider: name })}>
            <Name>{displayName}</Name>
          </Link>
          <span className="sub">
            {[labels?.['category'], authTypeNames[authType]].filter(Boolean).join(' · ')}
          </span>
        </div>
      </div>
      <AbilityBadges of={provider} />
      {level && <p className="hint">Verification: {evidenceWords[level].toLowerCase()}</p>}
      <OverriddenNote of={provider} />
    </li>
  )
}
