import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { clientId, CopyableId } from '../../ui/copy.tsx'
import { useSearchParam } from '../../router.tsx'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { List } from '../../ui/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { ProviderAppForm } from './provider-app-form.tsx'
import { TryProviderApp } from './try-provider-app.tsx'
import { RedirectUri } from '../redirect-uri.tsx'

type ProviderApp = Schemas['ProviderApp']

/** Lists the builder's own OAuth clients at providers. */
export function ProviderApps() {
  const { queries, actions, store } = useProject()
  const providerName = useProviderNames()
  const [added, setAdded] = useSearchParam('add')
  const [opened, setEdited] = useState<ProviderApp | 'new'>()
  const edited = opened ?? (added ? 'new' : undefined)
  const [tried, setTried] = useState<ProviderApp>()
  const [leaving, setLeaving] = useState<ProviderApp>()
  const refresh = () => store.invalidate(queries.providerApps().key)

  return (
    <DashboardPage
      title="Provider apps"
      intro="Your OAuth clients at the providers your customers connect."
      actions={
        <Button changes tone="primary" onClick={() => setEdited('new')}>
          Add provider app
        </Button>
      }
    >
      <List
        caption="Provider apps"
        result={useList(queries.providerApps())}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No provider apps yet">
            Register an OAuth client with a provider and add it here.
            <RedirectUri />
          </Empty>
        }
        columns={[
          {
            title: 'Provider',
            render: ({ provider, externalRef, refusal }) => (
              <>
                {providerName(provider)} {refusal && <Badge tone="bad">Rejected</Badge>}
                {externalRef && <span className="sub">{externalRef}</span>}
                {refusal && <span className="sub">{refusal.detail}</span>}
              </>
            ),
          },
          {
            title: 'Client ID',
            render: (app) => <CopyableId what={clientId}>{app.clientId}</CopyableId>,
          },
          { title: 'Scopes', render: ({ scopes = [] }) => <Scopes of={scopes} /> },
          {
            title: 'Actions',
            align: 'end',
            render: (app) => (
              <RowMenu
                of={`the ${providerName(app.provider)} app`}
                actions={[
                  {
                    title: 'Test',
                    label: `Test the ${providerName(app.provider)} app`,
                    act: () => setTried(app),
                  },
                  {
                    title: 'Edit',
                    label: `Edit the ${providerName(app.provider)} app`,
                    act: () => setEdited(app),
                  },
                  {
                    title: 'Delete',
                    label: `Delete the ${providerName(app.provider)} app`,
                    act: () => setLeaving(app),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {edited && (
        <ProviderAppForm
          app={edited === 'new' ? undefined : edited}
          provider={added}
          onSaved={refresh}
          onClose={() => {
            setEdited(undefined)
            setAdded('')
          }}
        />
      )}
      {tried && <TryProviderApp app={tried} onClose={() => setTried(undefined)} />}
      {leaving && (
        <Confirm
          title={`Delete the ${providerName(leaving.provider)} app?`}
          doIt="Delete"
          act={(anyway) => actions.deleteProviderApp(leaving.id, anyway)}
          onDone={refresh}
          onClose={() => setLeaving(undefined)}
        >
          Customers can no longer connect through this app. This cannot be undone.
        </Confirm>
      )}
    </DashboardPage>
  )
}

/** Maximum number shown initially. */
const few = 4

function Scopes({ of }: { of: readonly string[] }) {
  const all = of.join(' ')
  if (of.length <= few) return <span className="scopes">{all}</span>
  return (
    <details className="scopes">
      <summary>{of.length} scopes</summary>
      {all}
    </details>
  )
}
