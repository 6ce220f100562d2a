import { catalogue, getEntryFile } from '@platform/connectors'
import type { EgressRequest, TenantEgress } from '@platform/kernel/egress'
import { must } from '@platform/kernel/values'
import { expect, it } from 'vitest'
import { requestTokens } from './token-request.ts'

/** A token request as the vendor's document shows it, for the client below. */
interface Documented {
  provider: string
  source: string
  grant: Record<string, string>
  url: string
  authorization?: string
  contentType: string
  members: Record<string, string>
  reply: object
  /** Lifetime in seconds; absent if the tokens do not end. */
  lifetime?: number
}

const client = { clientId: 'an-app', clientSecret: 'a-secret' }
const body = { client_id: client.clientId, client_secret: client.clientSecret }
const code = {
  grant_type: 'authorization_code',
  code: 'a-code',
  redirect_uri: 'https://platform.test/callback',
}
const refresh = { grant_type: 'refresh_token', refresh_token: 'rt-1' }
const form = 'application/x-www-form-urlencoded'

const stripe = {
  provider: 'stripeOAuth',
  source: 'https://docs.stripe.com/stripe-apps/api-authentication/oauth',
  url: 'https://api.stripe.com/v1/oauth/token',
  authorization: `Basic ${Buffer.from('a-secret:').toString('base64')}`,
  contentType: form,
  reply: {
    access_token: 'at-1',
    livemode: true,
    refresh_token: 'rt-2',
    scope: 'stripe_apps',
    stripe_publishable_key: 'pk_live_1',
    stripe_user_id: 'acct_1',
    token_type: 'bearer',
  },
  // The document names an hour; the reply does not.
  lifetime: 3600,
}
const trello = {
  provider: 'trelloOAuth',
  source:
    'https://developer.atlassian.com/cloud/trello/guides/rest-api/oauth-2-confidential-client-usage/',
  url: 'https://auth.atlassian.com/oauth/token',
  contentType: 'application/json',
  reply: { access_token: 'at-1', refresh_token: 'rt-2', expires_in: 3600, token_type: 'Bearer' },
  lifetime: 3600,
}
/** The token of a user is within `authed_user`; a refresh returns it at the top level. */
const slackUser = {
  provider: 'slackUser',
  source: 'https://docs.slack.dev/tools/node-slack-sdk/reference/oauth/interfaces/OAuthV2Response',
  url: 'https://slack.com/api/oauth.v2.access',
  contentType: form,
  lifetime: 43_200,
}

const documented: readonly Documented[] = [
  { ...stripe, grant: code, members: code },
  { ...stripe, grant: refresh, members: refresh },
  {
    ...trello,
    grant: { ...code, code_verifier: 'a-verifier' },
    members: { ...code, ...body, code_verifier: 'a-verifier' },
  },
  { ...trello, grant: refresh, members: { ...refresh, ...body } },
  {
    provider: 'copperOAuth',
    source: 'https://developer.copper.com/introduction/oauth/quickstart.html',
    grant: code,
    url: 'https://app.copper.com/oauth/token',
    contentType: form,
    members: { ...code, ...body },
    reply: { access_token: 'at-1', token_type: 'Bearer', scope: 'developer/v1/all' },
  },
  {
    ...slackUser,
    grant: code,
    members: { ...code, ...body },
    reply: {
      ok: true,
      app_id: 'A0KRD7HC3',
      authed_user: {
        id: 'U1234',
        scope: 'channels:read',
        access_token: 'at-1',
        token_type: 'user',
        refresh_token: 'rt-2',
        expires_in: 43_200,
      },
      team: { id: 'T9TK3CUKW', name: 'Slack Softball Team' },
    },
  },
  {
    ...slackUser,
    grant: refresh,
    members: { ...refresh, ...body },
    reply: {
      ok: true,
      app_id: 'A0KRD7HC3',
      access_token: 'at-1',
      refresh_token: 'rt-2',
      expires_in: 43_200,
      team: { id: 'T9TK3CUKW', name: 'Slack Softball Team' },
    },
  },
]

it.each(documented.map((one) => [one.provider, one.grant.grant_type, one] as const))(
  'requests tokens of %s by %s as the document shows',
  async (provider, _grant, one) => {
    const sent: (EgressRequest & { url: string })[] = []
    const egress: Pick<TenantEgress, 'request'> = {
      request: async (url, options = {}) => {
        sent.push({ url: String(url), ...options })
        return { status: 200, headers: {}, body: JSON.stringify(one.reply) }
      },
    }
    const now = new Date('2026-11-29T12:00:00Z')

    const { tokens } = await requestTokens(egress, {
      entry: must(catalogue[provider], provider),
      client,
      values: {},
      grant: one.grant,
      now,
    })

    const [call] = sent
    const text = String(call?.body)
    expect(sent).toHaveLength(1)
    expect(call).toMatchObject({ url: one.url, method: 'POST' })
    expect(call?.headers).toMatchObject({ 'content-type': one.contentType })
    expect(call?.headers?.['authorization']).toBe(one.authorization)
    expect(
      one.contentType === form ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text),
    ).toEqual(one.members)
    expect(tokens.accessToken).toBe('at-1')
    expect(tokens.expiresAt).toBe(one.lifetime && now.getTime() + one.lifetime * 1000)
    expect(getEntryFile(must(catalogue[provider], provider))?.like).toBeDefined()
  },
)
