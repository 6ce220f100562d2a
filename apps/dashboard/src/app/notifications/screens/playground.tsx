import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Text } from '../../ui/code/code.tsx'
import { Select } from '../../ui/form/field.tsx'
import { duration, head, words } from '../../ui/format.ts'
import { OnDemand } from '../../ui/on-demand.tsx'
import { Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'
import { messageTypes } from '../message-types.ts'

/** Sends test messages to a destination, and shows request, response and how a receiver verifies them. */
export function Playground({ destination: { id, type } }: { destination: Schemas['Destination'] }) {
  const { actions } = useProject()
  const [attempt, setAttempt] = useState<Schemas['TestAttempt']>()
  const [message, setMessage] = useState<Schemas['MessageType']>('connection.created')
  const test = useAction(() => actions.testDestination(id, message), setAttempt)

  return (
    <>
      <Section title="Test">
        <div className="stack">
          <div className="card row">
            <Select
              label="Message"
              hint={`An example of this event, or of a message with records.${type === 'webhook' ? ' Your receiver must answer 2xx.' : ''}`}
              value={message}
              onChange={(value) => setMessage(messageTypes.find((one) => one === value) ?? message)}
            >
              {messageTypes.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
            <Button changes isBusy={test.isRunning} onClick={() => void test.run()}>
              Send a test message
            </Button>
          </div>
          {test.error && <ProblemMessage error={test.error} />}
          <div aria-live="polite">{attempt && <Outcome of={attempt} />}</div>
        </div>
      </Section>
      {type === 'webhook' && (
        <Section title="Verify messages">
          <OnDemand name="verify-messages.tsx" load={() => import('./verify-messages.tsx')}>
            {({ VerifyMessages }) => <VerifyMessages />}
          </OnDemand>
        </Section>
      )}
    </>
  )
}

/** Shows the request beside the response. */
function Outcome({
  of: { succeeded, time, durationMs, error, request, response, body },
}: {
  of: Schemas['TestAttempt']
}) {
  const isPosted = request?.url.startsWith('http') ?? false
  return (
    <div className="stack">
      <p className="badges">
        <span className="strong">Test</span>
        <Badge tone={succeeded ? 'good' : 'bad'}>
          {response ? `HTTP ${response.status}` : words(error?.class ?? 'delivered')}
        </Badge>
        <span className="muted">{duration(durationMs)}</span>
        <span className="muted">
          <Time at={time} />
        </span>
      </p>
      {error && <p className="outcome">{error.detail}</p>}
      <div className="exchange">
        <div className="stack" data-gap="small">
          <h3>Request</h3>
          {request && (
            <Text
              label="Request"
              text={`${isPosted ? 'POST ' : ''}${request.url}\n${head(request.headers)}`}
            />
          )}
          <Text label="Body" text={indentJson(body)} />
        </div>
        <div className="stack" data-gap="small">
          <h3>Response</h3>
          {response ? (
            <Text
              label="Response"
              text={`HTTP ${response.status}\n${head(response.headers)}${response.body && `\n\n${response.body}`}`}
            />
          ) : (
            <p className="muted">
              {succeeded ? 'Destinations of this type return no response.' : 'None received.'}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

const indentJson = (json: string) => JSON.stringify(JSON.parse(json), null, 2)
