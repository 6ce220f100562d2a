import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { NewKey } from '../../keys/new-key.tsx'
import { Link } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Section } from '../../ui/page.tsx'

/** Creates tokens with which backends receive the messages of the destination. */
export function ReceiveTokenSection({
  destination: { id, name },
}: {
  destination: Schemas['Destination']
}) {
  const { actions, queries, store, to } = useProject()
  const [created, setCreated] = useState<Schemas['ApiKey']>()
  const create = useAction(
    () =>
      actions.createApiKey({
        label: `Receives ${name}`,
        scopes: ['read:messages'],
        destination: id,
      }),
    (key) => {
      setCreated(key)
      return store.invalidate(queries.apiKeys().key)
    },
  )
  return (
    <Section
      title="Receive token"
      aside={
        <Button changes isBusy={create.isRunning} onClick={() => void create.run()}>
          Create token
        </Button>
      }
    >
      {create.error && <ProblemMessage error={create.error} />}
      {created ? (
        <NewKey apiKey={created} onDone={() => setCreated(undefined)} />
      ) : (
        <p className="hint">
          With a token as PLATFORM_RECEIVE, receive() of @platform/client gets the messages of this
          destination: it fetches them, or registers the URL in PLATFORM_RECEIVE_URL. Tokens are
          listed, rotated and deleted under <Link to={to('apiKeys')}>API keys</Link>.
        </p>
      )}
    </Section>
  )
}
