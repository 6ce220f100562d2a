import * as contract from '@platform/contract'
import { withFault } from '../conventions/provider-faults.ts'
import {
  atLimit,
  sending,
  type Provocation,
  type Provocations,
} from '../conventions/provocations.ts'

const imported = (provider: string, credentials: object) => ({
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

/** Has the connection's token refreshed while the token endpoint answers so. */
const refreshing =
  (effect: 'refresh-revoked' | 'unavailable'): Provocation =>
  async (world) => {
    const { connectionId } = await world.connect(`refreshing-${effect}`)
    return withFault(world, { effect, match: { pathRegex: '/oauth2/token' } }, () =>
      world.send(contract.getConnection, { params: { connectionId }, query: { refresh: 'force' } }),
    )
  }

export const connectionProblems: Provocations = {
  oauthConnect: {
    'limit-reached': atLimit('connectSessions', oauthConnect({})),
    'provider-not-found': oauthConnect({ provider: 'made-up' }),
    'provider-not-supported': oauthConnect({ provider: 'activeCampaign' }),
    'provider-app-missing': oauthConnect({ provider: 'asana' }),
  },
  oauthUpdate: {
    'limit-reached': atLimit('connectSessions', sending(contract.oauthUpdate, {})),
    async 'provider-not-supported'({ must, send }) {
      const { body } = await must(contract.generateConnection, {
        body: imported('aircall', { apiKey: 'key', basicAuth: { username: 'a', password: 'b' } }),
      })
      return send(contract.oauthUpdate, { params: { connectionId: body.id } })
    },
    async 'provider-app-missing'({ must, send, newProject }) {
      const params = await newProject()
      const { body } = await must(contract.generateConnection, {
        params,
        body: imported('hubspot', tokens),
      })
      return send(contract.oauthUpdate, { params: { ...params, connectionId: body.id } })
    },
  },
  generateConnection: {
    'provider-not-found': ({ send }) =>
      send(contract.generateConnection, { body: imported('made-up', tokens) }),
    'provider-not-supported': ({ send }) =>
      send(contract.generateConnection, { body: imported('signedOnly', tokens) }),
  },
  getConnection: {
    'credentials-refused': refreshing('refresh-revoked'),
    'provider-unavailable': refreshing('unavailable'),
  },
  updateConnection: {
    async 'provider-not-found'({ api, must, send, newProject }) {
      const params = await newProject()
      const { body } = await must(contract.generateConnection, {
        params,
        body: imported('hubspot', tokens),
      })
      // As when an operator takes a provider out of the catalogue.
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
