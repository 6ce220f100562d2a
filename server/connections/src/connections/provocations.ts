import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { comingBack } from './testing/stand-in-provider.ts'
import { signOut, underFault, withFault } from '@platform/testing/provider-faults'
import type { World } from '@platform/testing/world'
import {
  atLimit,
  sending,
  type Provocation,
  type Provocations,
} from '@platform/testing/provocations'

const importTokens = (provider: string, credentials: object) => ({
  provider,
  groupRef: 'initech',
  consumerRef: 'bill',
  ...credentials,
})

const tokens = { oauth2AuthorizationCode: { accessToken: { token: 'imported' } } }

const oauthConnect =
  (change: object): Provocation =>
  ({ send, tenant }) =>
    send(contract.oauthConnect, {
      body: {
        projectIdOrName: tenant.project.id,
        provider: 'salesforce',
        groupRef: 'initech',
        consumerRef: 'bill',
        ...change,
      },
    })

/** Refreshes the connection's token while the token endpoint returns this reply. */
const refreshing =
  (effect: 'refresh-revoked' | 'unavailable'): Provocation =>
  async (world) => {
    const { connectionId } = await world.connect(`refreshing-${effect}`)
    return withFault(world, { effect, match: { pathRegex: '/oauth2/token' } }, () =>
      world.send(contract.getConnection, { params: { connectionId }, query: { refresh: 'force' } }),
    )
  }

const redtail = { apiKey: 'key', username: 'hank', password: 'secret' }

const customAuthConnect =
  (change: object): Provocation =>
  ({ send, tenant }) =>
    send(contract.customAuthConnect, {
      body: {
        projectIdOrName: tenant.project.id,
        provider: 'redtail',
        groupRef: 'initech',
        consumerRef: 'bill',
        customAuth: redtail,
        ...change,
      },
    })

/** Sends the request for a connection of a provider that is no longer in the catalogue. */
const ofGoneProvider =
  (operation: OperationDefinition): Provocation =>
  async ({ api, must, send, newProject }) => {
    const params = await newProject()
    const { body } = await must(contract.generateConnection, {
      params,
      body: importTokens('hubspot', tokens),
    })
    await api.database
      .tenant(params.projectIdOrName)
      .updateTable('connections')
      .set({ provider: 'gone' })
      .where('id', '=', body.id)
      .execute()
    return send(operation, { params: { ...params, connectionId: body.id } })
  }

/** Runs the action while the provider's token endpoint returns this reply. */
const whileRejecting =
  (code: string) =>
  (provoke: Provocation): Provocation =>
  async (world) => {
    world.standIn.state.refuses = code
    try {
      return await provoke(world)
    } finally {
      world.standIn.state.refuses = ''
    }
  }

/** Runs the action while the provider is unavailable. */
const whileAway = whileRejecting('temporarily_unavailable')

const whileClientIsRefused = whileRejecting('invalid_client')

const byPages = {
  provider: 'signInThenPage',
  customAuth: { login: 'a2V5OmhhbmY6cHc=' },
}

/** A page flow that uses an OAuth client of the project. */
const byApp = { ...byPages, provider: 'appThenPage' }

/** Another provocation may have created one already. */
const addApp = ({ send }: World) =>
  send(contract.createProviderApp, {
    body: { provider: byApp.provider, clientId: 'client-1', clientSecret: 'secret' },
  })

/** Starts a flow through a page of the provider and returns its state. */
const afterBeginning =
  (then: (world: World, begin: string) => Promise<unknown>, callbackParams?: object): Provocation =>
  async (world) => {
    const { body } = await customAuthConnect(byPages)(world)
    const { url, sessionId } = body.redirect as { url: string; sessionId: string }
    await then(world, url)
    return world.send(contract.customAuthConnect, {
      body: { projectIdOrName: world.tenant.project.id, sessionId, callbackParams },
    })
  }

/** Visits the page and follows the redirect back, like a browser. */
async function visit({ api }: World, begin: string, answer?: string): Promise<void> {
  const started = await api.call('GET', new URL(begin).pathname)
  const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
  const page = new URL(String(started.headers.location))
  const { pathname, search } = await comingBack(page)
  const state = page.searchParams.get('state') ?? ''
  const back = answer === undefined ? search : `?error=${answer}&state=${state}`
  await api.call('GET', pathname + back, { headers: { cookie } })
}

/** A connection created through a page of the provider, with a different sign-in by now. */
async function connectByPages(world: World, groupRef: string, login: string, by = byPages) {
  const { body } = await customAuthConnect({ ...by, groupRef })(world)
  await visit(world, String(body.redirect.url))
  const { body: connections } = await world.must(contract.listConnections, { query: { groupRef } })
  const { id, projectId } = connections[0]
  const held = { kind: 'customSteps', values: { login } }
  const credentials = await world.api.secrets.seal(projectId, JSON.stringify(held))
  const db = world.api.database.tenant(projectId)
  await db.updateTable('connections').set({ credentials }).where('id', '=', id).execute()
  return { params: { connectionId: String(id) } }
}

export const connectionProblems: Provocations = {
  customAuthConnect: {
    'limit-reached': atLimit('connectSessions', customAuthConnect(byPages)),
    'provider-not-found': customAuthConnect({ provider: 'made-up' }),
    'provider-not-supported': customAuthConnect({ provider: 'hubspot' }),
    'provider-app-missing': customAuthConnect({
      provider: 'microsoftAdminConsent',
      customAuth: undefined,
    }),
    'credentials-refused': customAuthConnect({ customAuth: { ...redtail, password: 'wrong' } }),
    'provider-unavailable': whileAway(customAuthConnect({})),
    async 'provider-refused'(world) {
      await addApp(world)
      return whileClientIsRefused(customAuthConnect(byApp))(world)
    },
    'connect-session-not-found': ({ send, tenant }) =>
      send(contract.customAuthConnect, {
        body: {
          projectIdOrName: tenant.project.id,
          sessionId: 'csn_01jz5q0f8kf3bvw9s2m6t4x7ra',
        },
      }),
    'connect-session-open': afterBeginning(async () => undefined),
    'connect-session-failed': afterBeginning((world, begin) =>
      visit(world, begin, 'access_denied'),
    ),
    'oauth-state-invalid': afterBeginning((world, begin) => visit(world, begin), {
      state: 'other',
    }),
  },
  oauthConnect: {
    'limit-reached': atLimit('connectSessions', oauthConnect({})),
    'provider-not-found': oauthConnect({ provider: 'made-up' }),
    'provider-not-supported': oauthConnect({ provider: 'activeCampaign' }),
    'provider-app-missing': oauthConnect({ provider: 'asana' }),
  },
  oauthUpdate: {
    async 'credentials-refused'(world) {
      const sent = await connectByPages(world, 'refused-again', 'a2V5OmhhbmY6d3Jvbmc=')
      return world.send(contract.oauthUpdate, sent)
    },
    async 'provider-unavailable'(world) {
      const sent = await connectByPages(world, 'unavailable-again', byPages.customAuth.login)
      return whileAway(sending(contract.oauthUpdate, sent))(world)
    },
    async 'provider-refused'(world) {
      await addApp(world)
      const { login } = byApp.customAuth
      const sent = await connectByPages(world, 'client-refused-again', login, byApp)
      return whileClientIsRefused(sending(contract.oauthUpdate, sent))(world)
    },
    'limit-reached': atLimit('connectSessions', sending(contract.oauthUpdate, {})),
    async 'provider-not-supported'({ must, send }) {
      const { body } = await must(contract.generateConnection, {
        body: importTokens('aircall', {
          apiKey: 'key',
          basicAuth: { username: 'a', password: 'b' },
        }),
      })
      return send(contract.oauthUpdate, { params: { connectionId: body.id } })
    },
    async 'provider-app-missing'({ must, send, newProject }) {
      const params = await newProject()
      const { body } = await must(contract.generateConnection, {
        params,
        body: importTokens('hubspot', tokens),
      })
      return send(contract.oauthUpdate, { params: { ...params, connectionId: body.id } })
    },
  },
  generateConnection: {
    'limit-reached': atLimit(
      'connections',
      sending(contract.generateConnection, { body: importTokens('hubspot', tokens) }),
    ),
    'provider-not-found': ({ send }) =>
      send(contract.generateConnection, { body: importTokens('made-up', tokens) }),
    'provider-not-supported': ({ send }) =>
      send(contract.generateConnection, { body: importTokens('signedOnly', tokens) }),
    'credentials-refused': ({ send }) =>
      send(contract.generateConnection, {
        body: importTokens('redtail', { customAuth: { ...redtail, password: 'wrong' } }),
      }),
  },
  getConnection: {
    'credentials-refused': refreshing('refresh-revoked'),
    'provider-unavailable': refreshing('unavailable'),
    async 'provider-refused'({ must, send, newProject }) {
      // An imported connection is refreshed with the project's OAuth client, which does not exist.
      const params = await newProject()
      const { body } = await must(contract.generateConnection, {
        params,
        body: importTokens('hubspot', {
          oauth2AuthorizationCode: {
            accessToken: { token: 'imported' },
            refreshToken: { token: 'imported' },
          },
        }),
      })
      return send(contract.getConnection, {
        params: { ...params, connectionId: body.id },
        query: { refresh: 'force' },
      })
    },
  },
  checkProviderEntry: { 'provider-not-found': ofGoneProvider(contract.checkProviderEntry) },
  recordProviderObject: {
    'provider-not-found': ofGoneProvider(contract.recordProviderObject),
    'credentials-refused': signOut(contract.recordProviderObject, '/services/data/'),
    'provider-refused': underFault(contract.recordProviderObject, {
      effect: 'permission-lost',
      match: { pathRegex: '/services/data/' },
    }),
    'provider-unavailable': underFault(contract.recordProviderObject, {
      effect: 'unavailable',
      match: { pathRegex: '/services/data/' },
    }),
  },
  updateConnection: {
    async 'credentials-refused'({ must, send }) {
      const { body } = await must(contract.generateConnection, {
        body: importTokens('redtail', { customAuth: redtail }),
      })
      return send(contract.updateConnection, {
        params: { connectionId: body.id },
        body: {
          updateMask: ['customAuth'],
          connection: { customAuth: { ...redtail, password: 'wrong' } },
        },
      })
    },
    async 'provider-not-supported'(world) {
      const sent = await connectByPages(world, 'of-pages', byPages.customAuth.login)
      return world.send(contract.updateConnection, {
        ...sent,
        body: { updateMask: ['customAuth'], connection: { customAuth: byPages.customAuth } },
      })
    },
    async 'provider-not-found'({ api, must, send, newProject }) {
      const params = await newProject()
      const { body } = await must(contract.generateConnection, {
        params,
        body: importTokens('hubspot', tokens),
      })
      // Simulates an operator who removes a provider from the catalogue.
      await api.database
        .tenant(params.projectIdOrName)
        .updateTable('connections')
        .set({ provider: 'gone' })
        .where('id', '=', body.id)
        .execute()
      return send(contract.updateConnection, { params: { ...params, connectionId: body.id } })
    },
  },
  deleteConnection: {
    'connection-in-use': ({ send }) => send(contract.deleteConnection),
  },
}
