import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import { useAction } from '../api/use-action.ts'
import { useList } from '../api/use-query.ts'
import { Badge, Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'
import { Time } from '../ui/time.tsx'
import { CreateApiKey } from './create-api-key.tsx'

type ApiKey = Schemas['ApiKey']

export function ApiKeys() {
  const { queries, actions, store } = useProject()
  const keys = useList(queries.apiKeys())
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<ApiKey>()
  const refresh = () => store.invalidate(queries.apiKeys().key)
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
      {isCreating && (
        <CreateApiKey
          onClose={() => setIsCreating(false)}
          onCreate={(key) => {
            setIsCreating(false)
            setCreated(key)
            return refresh()
          }}
        />
      )}
      {created?.key && (
        <NewKey apiKey={created} secret={created.key} onDone={() => setCreated(undefined)} />
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
              <Button
                aria-label={`${key.active ? 'Deactivate' : 'Activate'} ${key.label}`}
                onClick={() => void change.run(key)}
              >
                {key.active ? 'Deactivate' : 'Activate'}
              </Button>
            ),
          },
        ]}
      />
    </Page>
  )
}

interface NewKeyProps {
  apiKey: ApiKey
  secret: string
  onDone: () => void
}

/** The only time that a key can be read. */
function NewKey({ apiKey, secret, onDone }: NewKeyProps) {
  return (
    <div className="notice" data-tone="good" aria-live="polite">
      <div className="notice-text">
        <p className="strong">The key “{apiKey.label}” was created</p>
        <p>Copy it now. It is not shown again.</p>
        <Id what="key">{secret}</Id>
        <div className="notice-foot">
          <Button onClick={onDone}>I have copied it</Button>
        </div>
      </div>
    </div>
  )
}

const scopeNames: Record<string, string> = { full: 'Full', frontend: 'UI library' }

function statusOf({ active, expireTime }: ApiKey): string {
  if (expireTime && new Date(expireTime) < new Date()) return 'expired'
  return active ? 'active' : 'inactive'
}
