import { useState } from 'react'
import { capabilityWords, ProblemError, type Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { myInfo } from '../../account/queries.ts'
import { useQuery } from '../../api/use-query.ts'
import { useDashboard } from '../../context.tsx'
import { useLocation } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { allowAgent } from '../actions.ts'
import { agentRequest } from '../queries.ts'

type Capability = Schemas['AgentCapability']

/** What a builder can allow, besides `read` and `observe`, in this order. */
const optional = [
  'deploy',
  'trigger',
  'manage:installations',
  'manage:notifications',
  'read:records',
] as const satisfies Capability[]

const toSentence = (phrase: string) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`

/** Asks whether an agent may be connected to a project: the consent page of OAuth. */
export function ConnectAgent() {
  const { client } = useDashboard()
  const request = useLocation().search.slice(1)
  const asked = useQuery(agentRequest(client, request))
  const { error } = asked
  const isInvalid = error instanceof ProblemError && error.status === 400
  return (
    <DashboardPage title={asked.data ? `Connect ${asked.data.name}` : 'Connect an agent'}>
      {isInvalid ? (
        <Empty title="The request is invalid">
          {error.problem.issues?.[0]?.detail ?? error.message} Start connecting again in the agent.
        </Empty>
      ) : (
        <Loaded result={asked}>
          {(of) => <Consent key={request} of={of} request={request} />}
        </Loaded>
      )}
    </DashboardPage>
  )
}

function Consent({ of, request }: { of: Schemas['AgentRequest']; request: string }) {
  const { client } = useDashboard()
  const { data: me } = useQuery(myInfo(client))
  const projects = Object.values(me?.projectRoles ?? {})
  const [chosen, setChosen] = useState<string>()
  const own = projects.find(({ project }) => project.id === chosen) ?? projects[0]
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = (link: string) => {
    setIsLeaving(true)
    location.assign(link)
  }
  const allow = useAction(
    (form: FormData) =>
      allowAgent(client, {
        request,
        project: String(form.get('project')),
        capabilities: optional.filter((one) => form.getAll('capabilities').includes(one)),
      }),
    ({ link }) => leave(link),
  )
  const { name, host, isLocal, document, capabilities, denialUrl } = of
  return (
    <Form
      className="card form stack"
      error={allow.error}
      isFleeting
      onSubmit={(form) => void allow.run(form)}
    >
      <p>
        The agent <strong>{name}</strong> asks to use the tools of a project.{' '}
        {isLocal ? 'It runs on this computer: ' : 'It runs at '}
        <code>{host}</code>.
      </p>
      <p className="hint">
        {document
          ? `${new URL(document).host} publishes the name of the agent.`
          : 'The agent provided this name. It is not verified.'}{' '}
        Connect it only if you started this yourself.
      </p>
      <div className="field">
        <label htmlFor="project">Project</label>
        <select
          id="project"
          name="project"
          required
          value={own?.project.id ?? ''}
          onChange={({ target }) => setChosen(target.value)}
        >
          {projects.map(({ project }) => (
            <option key={project.id} value={project.id}>
              {project.name}
            </option>
          ))}
        </select>
        {me && !own && (
          <p className="hint">
            You have no project. Create one, or ask an owner for a role in one.
          </p>
        )}
      </div>
      <fieldset className="stack" data-gap="small">
        <legend>Permissions</legend>
        <p className="hint">
          The agent can never do more than your role allows, even if your role changes.
        </p>
        <Permission word="read" isFixed />
        <Permission word="observe" isFixed />
        {optional.map((word) => (
          <Permission
            // The selection of a project whose role allows less does not carry over.
            key={`${word} ${own?.project.id}`}
            word={word}
            isAsked={capabilities.includes(word)}
            {...(own && !own.capabilities.includes(word) && { lackedBy: own.role })}
          />
        ))}
      </fieldset>
      <p className="hint">
        The agent is disconnected after 30 days without use. You can disconnect it at any time on
        the page “Agents” of the project.
      </p>
      <div className="row">
        <Button type="submit" tone="primary" isBusy={allow.isRunning || isLeaving} disabled={!own}>
          Connect
        </Button>
        <Button onClick={() => leave(denialUrl)}>Deny</Button>
      </div>
    </Form>
  )
}

interface PermissionProps {
  word: Capability
  /** Whether every agent has it. */
  isFixed?: boolean
  /** Whether the agent asks for it. */
  isAsked?: boolean
  /** Role of the builder, which does not allow it. */
  lackedBy?: string
}

function Permission({ word, isFixed = false, isAsked = false, lackedBy }: PermissionProps) {
  const isLacked = lackedBy !== undefined
  return (
    <label className="choice">
      <input
        type="checkbox"
        name="capabilities"
        value={word}
        defaultChecked={isFixed || (isAsked && !isLacked)}
        disabled={isFixed || isLacked}
      />
      <span>
        {toSentence(capabilityWords[word])}
        {isLacked && (
          <span className="sub">
            {isAsked ? 'Requested, but your' : 'Your'} role {lackedBy} does not allow this.
          </span>
        )}
      </span>
    </label>
  )
}
