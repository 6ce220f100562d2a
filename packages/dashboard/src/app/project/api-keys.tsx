import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import { useAction } from '../api/use-action.ts'
import { useList } from '../api/use-query.ts'
import { Badge, Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { OnDemand } from '../ui/on-demand.tsx'
import { Page } from '../ui/page.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'
import { Time } from '../ui/time.tsx'
import { KeyActions } from './key-actions.tsx'

type ApiKey = Schemas['ApiKey']

export function ApiKeys() {
  const { queries, actions, store } = useProject()
  const keys = useList(queries.apiKeys())
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<ApiKey>()
  const [leaving, setLeaving] = useState<ApiKey>()
  const refresh = () => store.invalidate(queries.apiKeys().key)
  const show = (key: ApiKey) => {
    setIsCreating(false)
    setCreated(key)
    return refresh()
  }
  const change = useAction(
    ({ id, active }: ApiKey) => actions.setApiKeyActive(id, !active),
    refresh,
  )

  return (
    <Page
      title="API keys"
      intro="Keys for your servers and for the UI library in your front end."
      actions={
        <Button tone="primary" onClick={() => setIsCreating(true)}>
          Create a key
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
      {change.error && <ProblemMessage error={change.error} />}
      <List
        caption="API keys"
        result={keys}
        keyOf={(key) => key.id}
        empty={<Empty title="There is no key yet">Create one to call the API.</Empty>}
        columns={[
          {
            title: 'Label',
            render: ({ label, maskedKey }) => (
              <>
                {label}
                <code className="sub">{maskedKey}</code>
              </>
            ),
          },
          {
            title: 'Scope',
            render: ({ scopes }) => (
              <span className="badges">
                {scopes.map((scope) => (
                  <Badge key={scope}>{scopeNames[scope] ?? scope}</Badge>
                ))}
              </span>
            ),
          },
          { title: 'Status', render: (key) => <Status of={statusOf(key)} /> },
          {
            title: 'Last use',
            render: ({ lastUseTime }) => <Time at={lastUseTime} otherwise="Never" />,
          },
          {
            title: 'Expires',
            render: ({ expireTime }) => <Time at={expireTime} otherwise="Never" />,
          },
          {
            title: 'Actions',
            align: 'end',
            render: (key) => (
              <KeyActions
                aKey={key}
                onToggle={() => void change.run(key)}
                onDelete={() => setLeaving(key)}
              />
            ),
          },
        ]}
      />
      {leaving && (
        <Confirm
          title={`Delete the key “${leaving.label}”?`}
          doIt="Delete"
          act={async () => {
            await actions.deleteApiKey(leaving.id)
            await refresh()
          }}
          onClose={() => setLeaving(undefined)}
        >
          Whatever calls with it is refused from now on. This cannot be undone.
        </Confirm>
      )}
    </Page>
  )
}

const scopeNames: Record<string, string> = { full: 'Full', frontend: 'UI library' }

function statusOf({ active, expireTime }: ApiKey): string {
  if (expireTime && new Date(expireTime) < new Date()) return 'expired'
  return active ? 'active' : 'inactive'
}
