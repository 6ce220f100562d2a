// @module-tag master-keys
import { randomBytes } from 'node:crypto'
import { sandboxApps, sandboxControl } from '@platform/sandbox'
import { expect, it, onTestFinished } from 'vitest'
import { startPlatform } from '../../../program/src/main/platform.ts'
import { readSettings } from '../../../program/src/main/settings/settings.ts'
import { parseMasterKeys, rotateKeys } from '@platform/kernel/secrets'
import { givenPlatform } from '@platform/testing/test-platform'

const newKey = () => randomBytes(32).toString('base64')

interface Connection {
  id: `conn_${string}`
  status: string
  oauth2AuthorizationCode: { accessToken: { token: string }; refreshToken: { token: string } }
}

it.each([
  ['salesforce', 'Contact'],
  ['hubspot', 'contacts'],
] as const)(
  'refreshes imported connections of %s repeatedly, also with a new master key',
  async (provider, object) => {
    const [oldKey, laterKey] = [newKey(), newKey()]
    const platform = await givenPlatform({ env: { PLATFORM_MASTER_KEY: oldKey } })
    const { call, apiKey, databaseUrl, providerOverrides, projectId } = platform
    if (provider === 'hubspot') {
      await call('POST', '/v1/{p}/provider-apps', {
        provider,
        ...sandboxApps.hubspot,
        scopes: ['oauth', 'crm.objects.contacts.read', 'crm.schemas.contacts.read'],
      })
    }
    const secret = '?includeCreds=true&includeRefreshToken=true'
    const { id: connected } = await platform.connect('globex', provider)
    const from = await call<Connection>('GET', `/v1/{p}/connections/${connected}${secret}`)
    const { refreshToken } = from.oauth2AuthorizationCode
    const imported = await call<Connection>('POST', '/v1/{p}/connections:generate', {
      provider,
      groupRef: 'initech',
      consumerRef: 'peter',
      oauth2AuthorizationCode: {
        accessToken: { token: 'spent', expiresAt: new Date(Date.now() - 60_000).toISOString() },
        refreshToken,
      },
    })

    const first = await call<Connection>(
      'GET',
      `/v1/{p}/connections/${imported.id}?refresh=force&includeCreds=true`,
    )
    await rotateKeys(platform.database, parseMasterKeys(`${laterKey},${oldKey}`))
    await platform.stop()
    const later = await startPlatform(
      readSettings({
        DATABASE_URL: databaseUrl,
        PLATFORM_MASTER_KEY: laterKey,
        PLATFORM_DEVELOPMENT: 'true',
        PLATFORM_PORT: '0',
        PLATFORM_LOG_LEVEL: 'silent',
      }),
      { providerOverrides },
    )
    onTestFinished(() => later.stop())
    const ask = async (path: string) => {
      const url = `${later.url}/v1/projects/${projectId}${path}`
      const response = await fetch(url, { headers: { 'x-api-key': apiKey } })
      return (await response.json()) as Connection & { fields: object }
    }
    const second = await ask(`/connections/${imported.id}?refresh=force&includeCreds=true`)
    await sandboxControl(providerOverrides[provider].baseURL).expireTokens()
    const described = await ask(
      `/providers/${provider}/objects/${object}/metadata?groupRef=initech`,
    )
    const third = await ask(`/connections/${imported.id}?includeCreds=true`)

    const tokens = [first, second, third].map(
      ({ oauth2AuthorizationCode }) => oauth2AuthorizationCode.accessToken.token,
    )
    expect(new Set(tokens).size).toBe(3)
    expect(tokens).not.toContain('spent')
    expect(Object.keys(described.fields).length).toBeGreaterThan(3)
    expect(third.status).toBe('working')
  },
)
