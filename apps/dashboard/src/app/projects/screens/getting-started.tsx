import { useState, type ReactNode } from 'react'
import type { Schemas } from '@platform/client'
import { addresses } from '../../api/addresses.ts'
import { useProject } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import { Link } from '../../router.tsx'
import type { RoutePath } from '../../routes.ts'
import { useAction } from '../../api/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { overviewLists } from '../overview-lists.ts'
import { keepHiddenSetup, readHiddenSetups } from '../hidden-setups.ts'
import { Text } from '../../ui/code/code.tsx'
import { Section } from '../../ui/page.tsx'
import {
  makeCommands,
  makeDestinationCommands,
  makeEmbedSnippet,
  keyPair,
  makeManifest,
} from '../getting-started-snippets.ts'

interface Step {
  title: string
  /** Undefined if unknown, such as for callers without permission to see keys. */
  isDone: boolean | undefined
  text: ReactNode
  snippets?: { label: string; text: string }[] | undefined
  action?: ReactNode
  link?: { title: string; to: RoutePath }
}

interface GettingStartedProps {
  hasInstalled: boolean
  /** First delivered message with records, if any. */
  firstRecords: Schemas['Delivery'] | undefined
}

const few = { atFirst: 5, everyMs: 5_000 }

/** Shows the steps from an empty project to the first customer, with their progress. */
export function GettingStarted(props: GettingStartedProps) {
  const { project } = useProject()
  const steps = useSteps(props)
  const [isHidden, setIsHidden] = useState(() => readHiddenSetups().includes(project))
  const hide = (hidden: boolean) => {
    setIsHidden(hidden)
    keepHiddenSetup(project, hidden)
  }
  const next = steps.findIndex(({ isDone }) => isDone === false)

  if (isHidden) {
    return (
      <p>
        <Button tone="quiet" onClick={() => hide(false)}>
          Show setup steps
        </Button>
      </p>
    )
  }
  return (
    <Section
      title="Getting started"
      aside={
        <span className="badges">
          <a href="/docs">Documentation</a>
          <Button tone="quiet" onClick={() => hide(true)}>
            Hide
          </Button>
        </span>
      }
    >
      <ol className="steps">
        {steps.map((step, index) => (
          <StepCard key={step.title} step={step} number={index + 1} isNext={index === next} />
        ))}
      </ol>
    </Section>
  )
}

/** Returns the steps from an empty project to the first customer, with their progress. */
function useSteps({ hasInstalled, firstRecords }: GettingStartedProps): Step[] {
  const { project, actions, queries, store, to } = useProject()
  // The overview has these lists and keeps them up to date.
  const lists = overviewLists(queries)
  const destinations = useList(lists.destinations.of, lists.destinations).data
  const integrations = useList(lists.integrations.of, lists.integrations).data
  const apps = useList(queries.providerApps(), few).data
  const jwtKeys = useList(queries.jwtKeys(), few).data
  const apiKeys = useList(queries.apiKeys(), few).data
  const customers = useList(queries.customers(''), few).data
  const where = useQuery(addresses).data
  const platform = {
    project,
    baseUrl: where ? new URL(where.registry).origin : location.origin,
    registry: where?.registry ?? '',
    provider: apps?.[0]?.provider ?? 'salesforce',
    destination: destinations?.[0]?.name ?? 'inbox',
    integration: integrations?.[0]?.name,
  }
  const deploy = useAction(
    () => actions.deploy(makeManifest(platform)),
    () => store.invalidate(queries.integrations().key),
  )
  const hasBeenUsed =
    jwtKeys?.some((key) => key.lastUseTime) ||
    apiKeys?.some((key) => key.lastUseTime && key.scopes.includes('frontend'))

  return [
    {
      title: 'Add your OAuth client',
      isDone: apps && apps.length > 0,
      text: 'Your customers sign in to a provider through your OAuth client. Register a client there with this redirect URI.',
      snippets: where && [{ label: 'Redirect URI', text: where.redirectUri }],
      link: { title: 'Provider apps', to: to('providerApps') },
    },
    {
      title: 'Create a destination',
      isDone: destinations && destinations.length > 0,
      text: (
        <>
          Records are delivered to a destination. This one needs no public address: the commands
          write a token to <code>.env</code>, with which your backend{' '}
          <a href="/docs/pull">receives</a> them. Webhooks, queues, databases and files are under
          Destinations.
        </>
      ),
      snippets: [{ label: 'Receive token', text: makeDestinationCommands(platform) }],
      link: { title: 'Destinations', to: to('destinations') },
    },
    {
      title: 'Register a JWT key',
      isDone: jwtKeys && jwtKeys.length > 0,
      text: 'Your backend signs tokens for your users. Keep the private key on your backend and register the public key that this command prints.',
      snippets: [{ label: 'Key pair', text: keyPair }],
      link: { title: 'JWT keys', to: to('jwtKeys') },
    },
    {
      title: 'Deploy platform.yaml',
      isDone: integrations && integrations.length > 0,
      text: (
        <>
          Declares your integrations. Save this as <code>platform.yaml</code>, then run the commands
          with a key from <Link to={to('apiKeys')}>API keys</Link>.
        </>
      ),
      snippets: [
        { label: 'platform.yaml', text: makeManifest(platform) },
        { label: 'Commands', text: makeCommands(platform) },
      ],
      // Only into an empty project: it would replace an integration of the same name.
      action: destinations && destinations.length > 0 && integrations?.length === 0 && (
        <>
          <Button changes isBusy={deploy.isRunning} onClick={() => void deploy.run()}>
            Deploy this example
          </Button>
          {deploy.error && <ProblemMessage error={deploy.error} />}
        </>
      ),
      link: { title: 'Integrations', to: to('integrations') },
    },
    {
      title: 'Embed the component',
      isDone: hasBeenUsed || (customers && customers.length > 0),
      text: (
        <>
          Your customers connect, choose fields and install in this component. It requests tokens
          from your backend. See the route for <a href="/docs/start/express">Express</a>,{' '}
          <a href="/docs/start/fastify">Fastify</a>, <a href="/docs/start/next">Next</a>,{' '}
          <a href="/docs/start/fastapi">FastAPI</a> and <a href="/docs/start/go">Go</a>.
        </>
      ),
      snippets: [{ label: 'React component', text: makeEmbedSnippet(platform) }],
    },
    {
      title: 'Install a test integration',
      isDone: hasInstalled,
      text: hasInstalled
        ? 'The integration is installed. View its reads and deliveries.'
        : 'Open the page with the component, connect your own account and install. The installation appears here automatically.',
      link: { title: 'Installations', to: to('installations') },
    },
    {
      title: 'Receive the first record',
      isDone: firstRecords !== undefined,
      text: firstRecords
        ? 'Records were delivered to your destination. The setup is complete.'
        : 'The first read starts when the integration is installed. The first delivered message with records appears here.',
      link: firstRecords
        ? { title: 'View the delivery', to: to('delivery', { delivery: firstRecords.id }) }
        : { title: 'Deliveries', to: to('deliveries') },
    },
  ]
}

function StepCard({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  return (
    <li className="card">
      <details open={isNext}>
        <summary>
          <span className="strong">{`${number}. ${step.title}`}</span>
          {step.isDone && <Badge tone="good">Done</Badge>}
          {isNext && <Badge tone="busy">Next</Badge>}
        </summary>
        <div className="stack" data-gap="small">
          <p>{step.text}</p>
          {step.snippets?.map((snippet) => (
            <Text key={snippet.label} {...snippet} />
          ))}
          {step.action && <div className="row">{step.action}</div>}
          {step.link && (
            <p>
              <Link to={step.link.to}>{step.link.title}</Link>
            </p>
          )}
        </div>
      </details>
    </li>
  )
}
