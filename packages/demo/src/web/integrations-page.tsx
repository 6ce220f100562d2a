import { useMemo, useState } from 'react'
import { InstallIntegration, PlatformProvider, useIsIntegrationInstalled } from '@platform/react'
import { callBackend, type DemoSession } from './backend.ts'

/** Offers integrations with a provider and one component each. */
export function IntegrationsPage({ session }: { session: DemoSession }) {
  const { project, platformUrl, integrations } = session
  const [selected, setSelected] = useState(integrations[0] ?? '')
  const options = useMemo(
    () => ({
      project,
      baseUrl: platformUrl,
      getToken: async (caller: { consumerRef: string; groupRef: string }) =>
        (await callBackend<{ token: string }>('/api/token', caller)).token,
    }),
    [project, platformUrl],
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
    </PlatformProvider>
  )
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
