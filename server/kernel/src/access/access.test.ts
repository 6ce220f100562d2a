import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { getRequiredCapability, type OperationDefinition } from '@platform/contract'
import { createLocalJWKSet, exportJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  consumerToken,
  givenTenant,
  publicUrl,
  testApi,
  type TestApi,
} from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { capabilitiesOfRole, placeOfProject } from './permissions.ts'
import { getLast, must } from '../values/must.ts'

const outside = generateKeyPairSync('ec', { namedCurve: 'P-256' })

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let other: Awaited<ReturnType<typeof givenTenant>>
let operations: OperationDefinition[]
beforeAll(async () => {
  const key = createLocalJWKSet({
    keys: [{ ...(await exportJWK(outside.publicKey)), kid: 'outside', alg: 'ES256' }],
  })
  api = await testApi(await testDatabase({ maxConnections: 5 }), {
    outsideIssuers: [{ issuer: 'https://issuer.test', audience: 'platform', key }],
  })
  acme = await givenTenant(api)
  other = await givenTenant(api)
  operations = api.api.operations.filter(({ callers }) => callers.length > 0)
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

/** The path of an operation on Acme's records; other parameters have arbitrary names. */
const fillPath = (
  operation: OperationDefinition,
  { project = acme.project.id, org = acme.org.id }: { project?: string; org?: string } = {},
) =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
    name === 'projectIdOrName' ? project : name === 'orgId' ? org : 'some-id',
  )

const sendOperation = (
  operation: OperationDefinition,
  credential: { token?: string; apiKey?: string },
  names?: { project?: string; org?: string },
) =>
  api.call(operation.method, fillPath(operation, names), {
    ...credential,
    // Where the path names no project, the body does.
    ...(operation.body && { body: { projectIdOrName: names?.project ?? acme.project.id } }),
  })

/** Sends every operation and returns the replies by operation. */
async function walk(
  credential: { token?: string; apiKey?: string },
  names?: { project?: string; org?: string },
) {
  const replies: { operation: OperationDefinition; status: number; kind: string; headers: any }[] =
    []
  for (const operation of operations) {
    const { status, body, headers } = await sendOperation(operation, credential, names)
    const kind = getLast(String(body?.type ?? '').split('/'))
    if (status >= 400) expect(headers['content-type']).toBe('application/problem+json')
    replies.push({ operation, status, kind, headers })
  }
  expect(replies.length).toBeGreaterThan(30)
  return replies
}

/** Payload of a token of another person. */
function otherPayload(payload: string): string {
  const claims = JSON.parse(Buffer.from(payload.slice(1, -1), 'base64url').toString()) as object
  return Buffer.from(JSON.stringify({ ...claims, sub: 'bld_other' })).toString('base64url')
}

const isForPeople = ({ callers }: OperationDefinition) => callers.join() === 'builder'

it('rejects every operation without a credential', async () => {
  for (const { status, kind, headers } of await walk({})) {
    expect([status, kind]).toEqual([401, 'credential-missing'])
    expect(headers['www-authenticate']).toMatch(/^Bearer/)
  }
})

it.each([
  { name: 'an unknown API key', credential: { apiKey: 'plat_full_nothing' } },
  { name: 'an empty API key', credential: { apiKey: '' } },
])('refuses every operation with $name', async ({ credential }) => {
  for (const { operation, status, kind } of await walk(credential)) {
    const expected = isForPeople(operation) ? 'bearer-required' : 'credential-invalid'
    expect([operation.id, status, kind]).toEqual([operation.id, 401, expected])
  }
})

describe('an invalid token', () => {
  const now = Math.floor(Date.now() / 1000)
  /** Token of a builder from the external issuer, with the given claims. */
  const ofOutside = (
    claims: Record<string, unknown> = {},
    header: Record<string, unknown> = {},
    key: KeyObject | Uint8Array = outside.privateKey,
  ) =>
    new SignJWT({
      iss: 'https://issuer.test',
      aud: 'platform',
      sub: 'ana',
      email: 'ana@acme.test',
      iat: now,
      exp: now + 300,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'outside', ...header })
      .sign(key)
  const outsidePem = Buffer.from(outside.publicKey.export({ type: 'spki', format: 'pem' }))
  const forgeries: Record<string, () => string | Promise<string>> = {
    'that is no JWT': () => 'abc.def.ghi',
    'that has expired': () => acme.consumerToken({ iat: now - 400, exp: now - 100 }),
    'that was tampered with': async () => {
      const [head, , signature] = (await acme.consumerToken()).split('.')
      const payload = Buffer.from(
        JSON.stringify({ groupRef: 'x', consumerRef: 'y', iat: now, exp: now + 60 }),
      )
      return `${head}.${payload.toString('base64url')}.${signature}`
    },
    'without a signature (alg none)': () =>
      new UnsecuredJWT({ groupRef: 'g', consumerRef: 'c' })
        .setIssuedAt()
        .setExpirationTime('5m')
        .encode(),
    'signed with the public key as an HS256 secret': () =>
      consumerToken(Buffer.from(acme.publicKeyPem), { alg: 'HS256', kid: acme.kid }),
    'of an unknown kid': () =>
      acme.consumerToken({}, { kid: '0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11' }),
    'without a kid': () => acme.consumerToken({}, { kid: undefined }),
    'whose kid is no UUID': () => acme.consumerToken({}, { kid: "' or 1=1 --" }),
    'of a kid of another project': () => other.consumerToken(),
    'of our kid but another key': () =>
      consumerToken(other.privateKey, { alg: 'ES256', kid: acme.kid }),
    'issued in the future': () => acme.consumerToken({ iat: now + 120, exp: now + 300 }),
    'that lives too long': () => acme.consumerToken({ iat: now, exp: now + 601 }),
    'without iat': () => acme.consumerToken({ iat: undefined }),
    'without exp': () => acme.consumerToken({ exp: undefined }),
    'not yet valid': () => acme.consumerToken({ nbf: now + 200 }),
    'for another audience': () => acme.consumerToken({ aud: other.project.id }),
    'without a group': () => acme.consumerToken({ groupRef: undefined }),
    'whose group no database can hold': () => acme.consumerToken({ groupRef: 'a\0b' }),
    'without a consumer': () => acme.consumerToken({ consumerRef: '' }),
    'of a builder that has expired': () => ofOutside({ iat: now - 400, exp: now - 100 }),
    'of a builder without exp': () => ofOutside({ exp: undefined }),
    'of a builder that is not yet valid': () => ofOutside({ nbf: now + 200 }),
    'of a builder for another audience': () => ofOutside({ aud: 'somebody else' }),
    'of a builder of an unknown kid': () => ofOutside({}, { kid: 'unknown' }),
    'of a builder signed by another key': () => ofOutside({}, {}, other.privateKey),
    'of a builder signed with the public key as an HS256 secret': () =>
      ofOutside({}, { alg: 'HS256' }, outsidePem),
    'of a builder without a signature (alg none)': () =>
      new UnsecuredJWT({ iss: 'https://issuer.test', aud: 'platform', sub: 'ana' })
        .setExpirationTime('5m')
        .encode(),
    'of a builder of ours without a signature (alg none)': () =>
      new UnsecuredJWT({ iss: publicUrl, aud: publicUrl, sub: acme.owner.id })
        .setExpirationTime('5m')
        .encode(),
    'of a builder of ours signed by the outside issuer': () =>
      ofOutside({ iss: publicUrl, aud: publicUrl, sub: acme.owner.id }),
    'of a builder of ours that was tampered with': () =>
      acme.owner.token.replace(/\.[^.]+\./, (payload) => `.${otherPayload(payload)}.`),
    'whose group is half a character': () => acme.consumerToken({ groupRef: '\ud800' }),
    'whose user is half a character': () => acme.consumerToken({ consumerRef: 'hank\udc00' }),
    'that claims to be ours': () => acme.consumerToken({ iss: publicUrl, sub: acme.owner.id }),
  }

  it('is valid without the fault', async () => {
    const { status } = await api.call('GET', '/v1/my-info', { token: await ofOutside() })

    expect(status).toBe(200)
  })

  it.each(Object.keys(forgeries))('is rejected by every operation: one %s', async (name) => {
    const token = await must(forgeries[name], name)()
    for (const { operation, status, kind } of await walk({ token })) {
      expect([operation.id, status, kind]).toEqual([operation.id, 401, 'credential-invalid'])
    }
  })
})

it('returns the same for another tenant’s project and an unknown one', async () => {
  const credentials = [
    { apiKey: acme.full.key },
    { apiKey: acme.frontend.key },
    { token: acme.owner.token },
    { token: await acme.consumerToken() },
  ]
  const names = { project: other.project.id, org: other.org.id }
  const nobody = {
    project: 'proj_01jz5q0f8kf3bvw9s2m6t4x7ra',
    org: 'org_01jz5q0f8kf3bvw9s2m6t4x7ra',
  }
  const wash = (reply: { status: number; body: any }, ids: object) =>
    JSON.stringify({ ...reply.body, time: '', requestId: '', instance: '' }).replaceAll(
      new RegExp(Object.values(ids).join('|'), 'g'),
      'X',
    )

  for (const operation of operations) {
    if (!/projectIdOrName|orgId/.test(operation.path)) continue
    for (const credential of credentials) {
      const theirs = await sendOperation(operation, credential, names)
      const missing = await sendOperation(operation, credential, nobody)
      expect([400, 401, 403, 404]).toContain(theirs.status)
      expect(wash(theirs, names)).toBe(wash(missing, nobody))
    }
  }
})

it('lets an end user and a frontend key reach only what the UI library needs', async () => {
  for (const [kind, credential] of [
    [
      'consumer',
      { token: await acme.consumerToken({ approverRoles: [], managesDestinations: true }) },
    ],
    ['frontend', { apiKey: acme.frontend.key }],
  ] as const) {
    for (const { operation, status, kind: problem } of await walk(credential)) {
      const mayCall = operation.callers.includes(kind) && !operation.forLinks
      if (mayCall) expect([401, 403]).not.toContain(status)
      else if (kind === 'consumer' && !placeOfProject(operation))
        expect([operation.id, status]).toEqual([operation.id, 401])
      else if (isForPeople(operation) && kind === 'frontend')
        expect([operation.id, problem]).toEqual([operation.id, 'bearer-required'])
      else
        expect([operation.id, status, problem]).toEqual([operation.id, 403, 'permission-missing'])
    }
  }
})

it('gives each role the permissions of the table', async () => {
  const people = {
    admin: await api.builder({ orgId: acme.org.id, role: 'admin' }),
    member: await api.builder({ orgId: acme.org.id, role: 'member' }),
  }

  for (const [role, { token }] of Object.entries(people) as [
    'admin' | 'member',
    { token: string },
  ][]) {
    for (const operation of operations) {
      if (!operation.permission || !operation.callers.includes('builder')) continue
      // Only permitted callers get as far as an invalid body or a missing record.
      const { status, body } = await sendOperation(operation, { token })
      const isRefused = status === 403
      // Members may leave; only owners remove others: own-problems.test.ts tests both.
      if (operation.id === 'removeMembership') continue
      const capability = getRequiredCapability(operation)
      const isAllowed = capability
        ? capabilitiesOfRole[role].includes(capability)
        : operation.permission === 'org:read'
      if (isAllowed) expect([operation.id, isRefused]).toEqual([operation.id, false])
      else if (status === 400) expect(body.issues.length).toBeGreaterThan(0)
      else expect([operation.id, status]).toEqual([operation.id, 403])
    }
  }
})

it('hides the signing key of a destination from read-only roles', async () => {
  const { token } = await api.builder({ orgId: acme.org.id, role: 'member' })
  const path = `/v1/projects/${acme.project.id}/destinations`
  await api.call('POST', path, {
    token: acme.owner.token,
    body: { name: 'hook', type: 'webhook', metadata: { url: 'https://acme.example/' } },
  })

  const replies = await Promise.all(
    ['', '?includeSecrets=true', '?rotate=true'].map((query) =>
      api.call('GET', `${path}/hook${query}`, { token }),
    ),
  )

  expect(replies.map(({ status }) => status)).toEqual([200, 403, 403])
  expect(JSON.stringify(replies)).not.toContain('whsec_')
})

it('rejects two credentials in one request', async () => {
  const reply = await api.call('GET', '/v1/projects', {
    apiKey: acme.full.key,
    token: acme.owner.token,
  })

  expect(reply.status).toBe(401)
})

it.each([
  { algorithm: 'RS256', pair: () => generateKeyPairSync('rsa', { modulusLength: 2048 }) },
  { algorithm: 'ES256', pair: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  { algorithm: 'EdDSA', pair: () => generateKeyPairSync('ed25519') },
])(
  'accepts the tokens of a registered $algorithm key until it is deactivated',
  async ({ algorithm, pair }) => {
    const { privateKey, publicKey } = pair()
    const path = `/v1/projects/${acme.project.name}/jwt-keys`
    const created = await api.call('POST', path, {
      token: acme.owner.token,
      body: { label: 'mine', algorithm, publicKeyJwk: publicKey.export({ format: 'jwk' }) },
    })
    const token = await consumerToken(
      privateKey,
      { alg: algorithm, kid: created.body.kid },
      { aud: acme.project.name },
    )
    const call = () => api.call('GET', `/v1/projects/${acme.project.name}`, { token })

    const before = await call()
    await api.call('PATCH', `${path}/${created.body.kid}`, {
      token: acme.owner.token,
      body: { updateMask: ['active'], jwtKey: { active: false } },
    })
    const after = await call()

    expect([before.status, after.status]).toEqual([200, 401])
  },
)

it('rejects a deactivated, expired or deleted key immediately', async () => {
  const path = `/v1/projects/${acme.project.id}/api-keys`
  const create = async (body: object) =>
    (await api.call('POST', path, { token: acme.owner.token, body: { label: 'short', ...body } }))
      .body
  const replyTo = (apiKey: string) => api.call('GET', `/v1/projects/${acme.project.id}`, { apiKey })
  const statusWith = async (apiKey: string) => (await replyTo(apiKey)).status
  const [deactivated, deleted, expired] = [
    await create({}),
    await create({}),
    await create({ expireTime: new Date(Date.now() + 3600_000).toISOString() }),
  ]

  const before = [await statusWith(deactivated.key), await statusWith(deleted.key)]
  await api.database.everything
    .updateTable('apiKeys')
    .set({ expireTime: new Date(Date.now() - 1000) })
    .where('id', '=', expired.id)
    .execute()
  await api.call('PATCH', `${path}/${deactivated.id}`, {
    token: acme.owner.token,
    body: { updateMask: ['active'], apiKey: { active: false } },
  })
  await api.call('DELETE', `${path}/${deleted.id}`, { token: acme.owner.token })

  expect(before).toEqual([200, 200])
  expect(await statusWith(deactivated.key)).toBe(401)
  expect(await statusWith(deleted.key)).toBe(401)
  const { status, body } = await replyTo(expired.key)
  expect([status, body.detail]).toEqual([401, 'The API key has expired.'])
})
