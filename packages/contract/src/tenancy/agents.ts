import { z } from 'zod'
import { Capability } from '../openapi/capabilities.ts'
import { page, projectParam, time } from '../values/common.ts'
import { createTime, projectId, recordId } from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { builders, operation } from '../openapi/operation.ts'

/** Path of the MCP server with the tools of a project; the only place that accepts agents' tokens. */
export const projectMcpPath = '/mcp/v1/project'

/** What a builder can allow an agent. Secrets, keys and messages are not among it. */
export const AgentCapability = Capability.extract([
  'read',
  'observe',
  'deploy',
  'trigger',
  'manage:installations',
  'manage:notifications',
  'read:records',
]).meta({ id: 'AgentCapability', description: 'What an agent may do in a project.' })
export type AgentCapability = z.infer<typeof AgentCapability>

/** Every agent has these. */
export const alwaysAllowedToAgents = ['read', 'observe'] as const satisfies AgentCapability[]

export const Agent = z
  .object({
    id: recordId('agt'),
    projectId,
    name: z
      .string()
      .describe('Name that the client gave itself, such as `Claude`. It is not verified.'),
    host: z
      .string()
      .describe(
        'Host to which the browser returned after the sign-in, such as `claude.ai`. `localhost` for a program on the builder’s machine.',
      ),
    capabilities: z
      .array(z.string())
      .describe(
        'What the agent may do. The role of the builder who connected it limits it further.',
      ),
    builderId: id('bld').describe('ID of the builder who connected the agent.'),
    email: z.string().describe('Email address of the builder at the time of connecting.'),
    lastUseTime: time().optional().describe('Time of the last use, updated about once a minute.'),
    expireTime: time().describe(
      'Time at which the agent is disconnected. Extended whenever the agent renews its token.',
    ),
    createTime,
  })
  .meta({ id: 'Agent', description: 'AI agent that a builder has connected to a project.' })
export type Agent = z.infer<typeof Agent>

export const AgentRequest = z
  .object({
    name: z.string().describe('Name that the client gives itself. It is not verified.'),
    host: z.string().describe('Host to which the browser returns.'),
    isLocal: z.boolean().describe('Whether the client is a program on the machine of the browser.'),
    document: z
      .url()
      .optional()
      .describe(
        'Address at which the client publishes its metadata, and whose host vouches for it. Absent for registered clients.',
      ),
    capabilities: z.array(AgentCapability).describe('What the client asks for.'),
    denialUrl: z
      .string()
      .describe('Address to which the browser continues if the builder denies the request.'),
  })
  .meta({ id: 'AgentRequest', description: 'Request of a client to be connected to a project.' })
export type AgentRequest = z.infer<typeof AgentRequest>

const request = z
  .string()
  .min(1)
  .max(10_000)
  .describe(
    'Query string of the OAuth authorization request, as the client opened it in the browser.',
  )
  .meta({
    example: `response_type=code&client_id=https%3A%2F%2Fagent.example%2Fclient.json&redirect_uri=https%3A%2F%2Fagent.example%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&state=af0ifjsldkj`,
  })

export const getAgentRequest = operation({
  id: 'getAgentRequest',
  method: 'GET',
  path: '/v1/agent-request',
  tag: 'Agents',
  summary: 'Get the request of an agent to be connected',
  description: 'Validates an OAuth authorization request for the consent page.',
  callers: builders,
  query: z.object({ request }),
  success: 200,
  reply: AgentRequest,
})

export const connectAgent = operation({
  id: 'connectAgent',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/agents',
  tag: 'Agents',
  changesAccess: true,
  summary: 'Connect an agent to a project',
  description:
    'Grants an OAuth authorization request. The agent gets no more than `capabilities`, and no more than the caller’s role allows at any time.',
  callers: builders,
  permission: 'project:read',
  params: z.object(projectParam),
  body: z.object({
    request,
    capabilities: z
      .array(AgentCapability)
      .max(AgentCapability.options.length)
      .describe('What the agent may do, besides `read` and `observe`, which it always may.'),
  }),
  success: 201,
  reply: z
    .object({
      agent: Agent.describe('The connected agent.'),
      link: z
        .string()
        .describe(
          'Address to which the browser continues. It contains the code that the client exchanges for its tokens.',
        ),
    })
    .meta({
      id: 'ConnectedAgent',
      description: 'Connected agent, and where its sign-in continues.',
    }),
  problems: ['limit-reached'],
})

export const listAgents = operation({
  id: 'listAgents',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/agents',
  tag: 'Agents',
  summary: 'List connected agents',
  description:
    'Returns the agents that the caller has connected; with the capability `manage:keys`, those of all builders.',
  callers: builders,
  permission: 'project:read',
  params: z.object(projectParam),
  query: z.object(page),
  success: 200,
  reply: z.array(Agent),
})

const agentParams = z.object({ ...projectParam, agentId: id('agt').describe('ID of the agent.') })

export const getAgent = operation({
  id: 'getAgent',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/agents/{agentId}',
  tag: 'Agents',
  summary: 'Get a connected agent',
  callers: builders,
  permission: 'project:read',
  params: agentParams,
  success: 200,
  reply: Agent,
  problems: ['agent-not-found'],
})

export const disconnectAgent = operation({
  id: 'disconnectAgent',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/agents/{agentId}',
  tag: 'Agents',
  changesAccess: true,
  summary: 'Disconnect an agent',
  description:
    'Its tokens are rejected within two seconds. Builders can disconnect their own agents; with the capability `manage:keys`, all.',
  callers: builders,
  permission: 'project:read',
  params: agentParams,
  success: 204,
  reply: null,
  problems: ['agent-not-found'],
})
