import { useMemo, useState } from 'react'
import { InstallIntegration, PlatformProvider, useIsIntegrationInstalled } from '@platform/react'
import { callBackend, type DemoSession } from './backend.ts'

/** Offers integrations with a provider and one component each. */
export function IntegrationsPage({ session }: { session: DemoSession }) {
  const { project, platformUrl, integrations } = session
  const [selected, setSelected] = useState(integrations[0] ?? '')
  const [locale, setLocale] = useLocale()
  const options = useMemo(
    () => ({
      project,
      baseUrl: platformUrl,
      locale,
      getToken: async (caller: { consumerRef: string; groupRef: string }) =>
        (await callBackend<{ token: string }>('/api/token', caller)).token,
    }),
    [project, platformUrl, locale],
  )
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
      <fieldset className="choices" aria-label="Integrations">
        {integrations.map((integration) => (
          <Choice
            key={integration}
            integration={integration}
            people={people}
            isSelected={integration === selected}
            onSelect={() => setSelected(integration)}
          />
        ))}
      </fieldset>
      <InstallIntegration key={selected} integration={selected} {...people} />
      <label className="language">
        <span>Language of the component</span>
        <select value={locale} onChange={(event) => setLocale(event.target.value)}>
          {locales.map((one) => (
            <option key={one} value={one} lang={one}>
              {nameOf(one)}
            </option>
          ))}
        </select>
      </label>
    </PlatformProvider>
  )
}

/** The languages of `@platform/react`. */
const locales = ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt-BR', 'zh']

/** Returns the name of the language in itself. */
const nameOf = (locale: string) =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale

/** Keeps the chosen language in the URL. */
function useLocale(): [string, (locale: string) => void] {
  const asked = new URLSearchParams(location.search).get('language') ?? ''
  const [locale, setLocale] = useState(locales.includes(asked) ? asked : 'en')
  const choose = (next: string) => {
    history.replaceState(null, '', `?language=${next}${location.hash}`)
    setLocale(next)
  }
  return [locale, choose]
}

interface ChoiceProps {
  integration: string
  people: { groupRef: string; consumerRef: string }
  isSelected: boolean
  onSelect: () => void
}

const names: Record<string, string> = {
  'salesforce-sync': 'Salesforce',
  'hubspot-sync': 'HubSpot',
}

function Choice({ integration, people, isSelected, onSelect }: ChoiceProps) {
  const { isLoaded, isIntegrationInstalled } = useIsIntegrationInstalled(
    integration,
    people.groupRef,
    people.consumerRef,
  )
  return (
    <button type="button" className="choice" aria-pressed={isSelected} onClick={onSelect}>
      <b>{names[integration] ?? integration}</b>
      <span>{!isLoaded ? ' ' : isIntegrationInstalled ? 'Installed' : 'Not installed'}</span>
    </button>
  )
}
