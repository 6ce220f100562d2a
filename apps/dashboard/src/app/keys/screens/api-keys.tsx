import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useList } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCountWithNoun } from '../../ui/format.ts'
import type { Column } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { FrontendKeysSection } from './frontend-keys.tsx'
import { actionOfKey, KeyList } from './key-list.tsx'

type ApiKey = Schemas['ApiKey']

/** Returns the name of an integration by ID. */
type NameOf = (integrationId: string) => string

export function ApiKeys() {
  const { queries, actions, store } = useProject()
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<ApiKey>()
  const [editing, setEditing] = useState<ApiKey>()
  const [rotating, setRotating] = useState<ApiKey>()
  const { data: integrations } = useList(queries.integrations())
  const { data: keys = [] } = useList(queries.apiKeys())
  const unusedKeys = keys.filter((key) => key.unused).length
  const findIntegrationName: NameOf = (id) => integrations?.find((one) => one.id === id)?.name ?? id
  const show = (key: ApiKey) => {
    setIsCreating(false)
    setCreated(key)
    return store.invalidate(queries.apiKeys().key)
  }

  return (
    <DashboardPage
      title="API keys"
      intro="Keys for your servers and for the UI library in your front end."
      actions={
        <Button changes tone="primary" onClick={() => setIsCreating(true)}>
          Create API key
        </Button>
      }
    >
      {(isCreating || created) && (
        <OnDemand name="create-api-key.tsx" load={() => import('./create-api-key.tsx')}>
          {({ CreateApiKey, NewKey }) =>
            isCreating ? (
              <CreateApiKey onClose={() => setIsCreating(false)} onCreate={show} />
            ) : (
              created && <NewKey apiKey={created} onDone={() => setCreated(undefined)} />
            )
          }
        </OnDemand>
      )}
      {unusedKeys > 0 && (
        <p className="hint">
          Unused for 90 days: {formatCountWithNoun(unusedKeys, 'key')}. Delete keys that are not
          needed.
        </p>
      )}
      <KeyList
        caption="API keys"
        query={queries.apiKeys()}
        empty={<Empty title="No API keys yet">Create an API key to call the API.</Empty>}
        naming={[
          labelColumn,
          keyColumn,
          { title: 'Scope', render: (key) => <Scope {...key} nameOf={findIntegrationName} /> },
        ]}
        facts={[lastUseColumn]}
        more={(key) => [
          actionOfKey('Edit', key, () => setEditing(key)),
          actionOfKey('Rotate', key, () => setRotating(key)),
        ]}
        setActive={actions.setApiKeyActive}
        remove={actions.deleteApiKey}
        consequence="Requests that use this key will be rejected."
      />
      <FrontendKeysSection />
      {rotating && (
        <OnDemand name="rotate-key.tsx" load={() => import('./rotate-key.tsx')}>
          {({ RotateKey }) => (
            <RotateKey
              apiKey={rotating}
              onClose={() => setRotating(undefined)}
              onRotate={(key) => {
                setRotating(undefined)
                return show(key)
              }}
            />
          )}
        </OnDemand>
      )}
      {editing && (
        <OnDemand name="edit-api-key.tsx" load={() => import('./edit-api-key.tsx')}>
          {({ EditApiKey }) => (
            <EditApiKey apiKey={editing} onClose={() => setEditing(undefined)} />
          )}
        </OnDemand>
      )}
    </DashboardPage>
  )
}

const labelColumn: Column<ApiKey> = {
  title: 'Label',
  width: 'm',
  sortBy: ({ label }) => label,
  render: ({ label }) => <Name>{label}</Name>,
}

const keyColumn: Column<ApiKey> = {
  title: 'Key',
  width: 's',
  isSecondary: true,
  render: ({ maskedKey }) => <code title={maskedKey}>{maskedKey}</code>,
}

const lastUseColumn: Column<ApiKey> = {
  title: 'Last used',
  width: 'm',
  sortBy: ({ lastUseTime = '' }) => lastUseTime,
  render: ({ lastUseTime, unused, formerKeyUntil, formerKeyLastUseTime }) => (
    <span className={formerKeyUntil ? 'wrapping-cell' : 'outcome-cell'}>
      <Time at={lastUseTime} otherwise="Never" /> {unused && <Badge tone="warning">Unused</Badge>}
      {formerKeyUntil && (
        <>
          <span className="sub">
            Previous key expires <Time at={formerKeyUntil} />
          </span>
          <span className="sub">
            Previous key last used <Time at={formerKeyLastUseTime} otherwise="never" />
          </span>
        </>
      )}
    </span>
  ),
}

const scopeNames: Record<string, string> = { full: 'Full', frontend: 'UI library' }

/** More capabilities are listed as text, which is cut off. */
const maxBadges = 2

function Scope({
  scopes,
  allowedOrigins,
  allowedNetworks,
  integrationIds = [],
  destinationId,
  nameOf,
}: ApiKey & { nameOf: NameOf }) {
  const names = scopes.map((scope) => scopeNames[scope] ?? scope)
  const limits = [
    integrationIds.length > 0 && `Only ${integrationIds.map(nameOf).join(', ')}`,
    destinationId && `Only destination ${destinationId}`,
    ...allowedOrigins,
    ...allowedNetworks,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <span className="outcome-cell">
      {names.length <= maxBadges ? (
        <span className="badges">
          {names.map((name) => (
            <Badge key={name}>{name}</Badge>
          ))}
        </span>
      ) : (
        <Name>{names.join(', ')}</Name>
      )}
      {limits && (
        <span className="sub" title={limits}>
          {limits}
        </span>
      )}
    </span>
  )
}
