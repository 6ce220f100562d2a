import * as contract from '@platform/contract'
import { type AdmittedProject, type Caller, invalidCredential } from '@platform/kernel/access'
import type { Api } from '@platform/kernel/http'
import { paginate } from '@platform/kernel/http/paginate'
import type { Services } from '@platform/kernel/services'
import { asBuilder } from '../organizations/routes.ts'
import { checkAgentRequest, toAgentRequest } from './agent-requests.ts'
import { connectAgent, disconnectAgent, getAgent, toAgent } from './agents.ts'
import { hasEnded } from '../sign-in/ended-sessions.ts'
import { redirectWith } from './redirect-uris.ts'
import * as store from './store.ts'
import type { Database } from '@platform/kernel/db/database'
import { getNow } from '@platform/kernel/values'

/** Serves the consent page, and the list of agents. */
export function agentRoutes(
  api: Api,
  database: Database,
  { secrets, egress, publicUrl, tenantLimits }: Services,
): void {
  const services = { secrets, egress: egress.forTenant('operator'), publicUrl }

  api.serve(contract.getAgentRequest, async ({ query }) =>
    toAgentRequest(
      await checkAgentRequest(services, { text: query.request, at: 'query' }),
      publicUrl,
    ),
  )

  api.serve(contract.connectAgent, {
    prepare: ({ body }) => checkAgentRequest(services, { text: body.request, at: 'body' }),
    async carryOut({ db, project, caller, body }, request) {
      const builder = asBuilder(caller)
      const { capabilities } = body
      const granted = { project, builder, request, capabilities, now: getNow() }
      const { agent, code } = await connectAgent({ tenantLimits }, db, granted)
      const { redirectUri, state } = request
      return { agent, link: redirectWith(redirectUri, { code, state, iss: publicUrl }) }
    },
    /**
     * A session that ended meanwhile may have been found valid a moment ago. One that ends from now on
     * finds the agent, if a changed password ends it.
     */
    async conclude({ db, caller }, connected) {
      const sessionId = caller.kind === 'builder' ? caller.sessionId : undefined
      if (sessionId === undefined || !(await hasEnded(database.everything, sessionId))) {
        return connected
      }
      await disconnectAgent(db, { id: connected.agent.id })
      throw invalidCredential('The session of the token has ended.')
    },
  })

  api.serve(contract.listAgents, ({ db, project, caller, query }) =>
    paginate(store.selectAgents(db, getReach(project, caller)), query, toAgent),
  )

  api.serve(contract.getAgent, ({ db, project, caller, params }) =>
    getAgent(db, { id: params.agentId, ...getReach(project, caller) }),
  )

  api.serve(contract.disconnectAgent, ({ db, project, caller, params }) =>
    disconnectAgent(db, { id: params.agentId, ...getReach(project, caller) }),
  )
}

/** The agents that the caller manages: those that they have connected, or all of the project. */
const getReach = ({ capabilities }: AdmittedProject, caller: Caller) =>
  capabilities.includes('manage:keys') ? {} : { builderId: asBuilder(caller).builderId }
