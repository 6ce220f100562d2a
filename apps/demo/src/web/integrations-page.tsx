import { useState } from 'react'
import {
  InstallIntegration,
  PlatformProvider,
  useIntegrations,
  type ListedIntegration,
} from '@platform/react'
import { AccountList } from '@platform/react/accounts'
import type { DemoSession } from './backend.ts'
import { LanguageChoice, useLocale } from './language-choice.tsx'
import { usePlatformOptions } from './platform-options.ts'

/** Offers integrations with a provider and one component each. */
export function IntegrationsPage({ session }: { session: DemoSession }) {
  const { integrations } = session
  const [selected, setSelected] = useState(integrations[0] ?? '')
  const [locale, setLocale] = useLocale()
  const options = usePlatformOptions(session, locale)
  const { user } = session
  const people = {
    consumerRef: user.id,
    consumerName: user.name,
    groupRef: user.companyId,
    groupName: user.company,
  }

  return (
    <PlatformProvider options={options}>
      <p className="lead">
        Connect the tools of {user.company}. Larkfield keeps its contacts and companies in step with
        them.
      </p>
      <Choices
        integrations={integrations}
        people={people}
        selected={selected}
        onSelect={setSelected}
      />
      {withAccounts.has(selected) ? (
        <AccountList key={selected} integration={selected} {...people} />
      ) : (
        <InstallIntegration key={selected} integration={selected} {...people} />
      )}
      <LanguageChoice {...{ locale, setLocale }} />
    </PlatformProvider>
  )
}

/** Integrations with `multiple: true` in `platform.yaml`. */
const withAccounts = new Set(['hubspot-sync'])

interface ChoicesProps {
  integrations: string[]
  people: { groupRef: string; consumerRef: string }
  selected: string
  onSelect: (integration: string) => void
}

function Choices({ integrations, people, selected, onSelect }: ChoicesProps) {
  const { integrations: known } = useIntegrations(people)
  return (
    <fieldset className="choices" aria-label="Integrations">
      {integrations.map((name) => {
        const found = known?.find(({ integration }) => integration.name === name)
        return (
          <button
            key={name}
            type="button"
            className="choice"
            aria-pressed={name === selected}
            onClick={() => onSelect(name)}
          >
            {found && <ProviderLogo provider={found.provider} />}
            <b>{found ? getProviderTitle(found.provider) : name}</b>
            <span>{!found ? ' ' : found.installation ? 'Installed' : 'Not installed'}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

type Provider = ListedIntegration['provider']

const getProviderTitle = ({ name, displayName = name }: Provider) => displayName

/** The logo that the platform returns with a provider, otherwise the first letter of its name. */
function ProviderLogo({ provider }: { provider: Provider }) {
  const { regular, darkMode } = provider.media ?? {}
  return (
    <span className="choice-logo" aria-hidden="true">
      {regular?.iconURL ? (
        <picture>
          {darkMode?.iconURL && (
            <source srcSet={darkMode.iconURL} media="(prefers-color-scheme: dark)" />
          )}
          <img src={regular.iconURL} alt="" width="20" height="20" />
        </picture>
      ) : (
        getProviderTitle(provider).charAt(0)
      )}
    </span>
  )
}
