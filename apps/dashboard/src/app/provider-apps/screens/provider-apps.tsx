import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useDashboard, useProject } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { clientId, CopyableId } from '../../ui/copy.tsx'
import { useSearchParam } from '../../router.tsx'
import { catalogueQuery } from '../../providers/queries.ts'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { List } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { AppWebhook } from '../app-webhook.tsx'
import { ConnectProblems } from '../connect-problems.tsx'
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
  const [shown, setShown] = useState<ProviderApp>()
  const { client } = useDashboard()
  const { data: providers = {} } = useQuery(catalogueQuery(client))
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
      <ConnectProblems />
      <List
        caption="Provider apps"
        result={useList(queries.providerApps())}
        isCompact
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
            width: 'm',
            render: ({ provider, externalRef }) => (
              <Name>{[providerName(provider), externalRef].filter(Boolean).join(' · ')}</Name>
            ),
          },
          {
            title: 'Status',
            render: ({ refusal }) =>
              refusal && (
                <span className="outcome-cell">
                  <Badge tone="bad">Rejected</Badge>
                  <span className="sub" title={refusal.detail}>
                    {refusal.detail}
                  </span>
                </span>
              ),
          },
          {
            title: 'Client ID',
            width: 'm',
            render: (app) => <CopyableId what={clientId}>{app.clientId}</CopyableId>,
          },
          {
            title: 'Scopes',
            width: 'm',
            isSecondary: true,
            render: ({ scopes = [] }) => scopes.length > 0 && <Name>{scopes.join(' ')}</Name>,
          },
        ]}
        menuOf={(app) => ({
          of: `the ${providerName(app.provider)} app`,
          actions: (
            [
              ['Test', setTried],
              ['Webhook', setShown],
              ['Edit', setEdited],
              ['Delete', setLeaving],
            ] as const
          )
            .filter(([title]) => title !== 'Webhook' || providers[app.provider]?.app?.webhookSteps)
            .map(([title, open]) => ({
              title,
              label: `${title} the ${providerName(app.provider)} app`,
              act: () => open(app),
            })),
        })}
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
      {shown && providers[shown.provider] && (
        <Dialog
          title={`Webhook of the ${providerName(shown.provider)} app`}
          onClose={() => setShown(undefined)}
        >
          <AppWebhook app={shown} provider={providers[shown.provider]!} />
        </Dialog>
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
