import { KeyObject } from 'node:crypto'
import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { connectionDeleted, emitAlone } from '../../../delivery/src/notifications/testing.ts'
import type { TenantEgress } from '@platform/kernel/egress'
import { must, sleep } from '@platform/kernel/values'
import { exportSPKI, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { patiently } from '@platform/testing/patiently'
import { consumerToken, publicUrl } from '@platform/testing/test-api'
import { givenWorld, operations, type World, type WorldRequest } from '@platform/testing/world'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const everything = contract.Capability.options

async function createKey(scopes: readonly string[] = everything) {
  const { body } = await world.must(contract.createApiKey, { body: { label: 'brief', scopes } })
  const { id, key } = body as { id: string; key: string }
  const params = { apiKey: id }
  return {
    apiKey: key,
    revoke: () => world.must(contract.deleteApiKey, { params }),
    limitTo: (allowed: string[]) =>
      world.must(contract.updateApiKey, {
        params,
        body: { updateMask: ['scopes'], apiKey: { scopes: allowed } },
      }),
  }
}

/** A request is checked again after a second. */
const longWaitMs = 1_100

/** Runs this once, when a request first leaves for a provider, which then takes long to answer. */
function whileProviderAnswers(act: () => Promise<unknown>) {
  const { egress } = world.api.services
  const forTenant = egress.forTenant.bind(egress)
  let held: Promise<void> | undefined
  const hold = () => (held ??= act().then(() => sleep(longWaitMs)))
  vi.spyOn(egress, 'forTenant').mockImplementation((tenant): TenantEgress => {
    const own = forTenant(tenant)
    const dispatcher = own.dispatcher.compose((dispatch) => (options, handler) => {
      void hold().then(() => dispatch(options, handler))
      return true
    })
    return {
      ...own,
      dispatcher,
      request: async (url, options) => {
        await hold()
        return own.request(url, options)
      },
    }
  })
  return { isHeld: () => held !== undefined }
}

/** A write is accepted before the provider is called, and then carried out as an asynchronous one is. */
const isAccepted = ({ permission }: OperationDefinition) => permission === 'record:write'

const callable = operations.filter(
  ({ method, callers, permission }) =>
    method !== 'DELETE' &&
    (callers as readonly string[]).includes('full') &&
    permission !== undefined,
)

const asking: Record<string, WorldRequest> = {
  getConnection: { query: { refresh: 'force' } },
}

describe('a wait for messages', () => {
  let after: string
  beforeAll(async () => {
    const body = { topicId: world.ids['topicId'] }
    const eventType = 'connection.deleted'
    await world.must(contract.createEventTopicRoute, { body: { ...body, eventType } })
    const destinationId = world.idOf(contract.pullMessages, 'destination')
    await world.must(contract.createTopicDestinationRoute, { body: { ...body, destinationId } })
  })

  const pull = (as: NonNullable<WorldRequest['as']>) =>
    world.send(contract.pullMessages, { as, query: { after, wait: '60' } })

  /** Sends the requests, and returns once all of them wait. */
  async function waitWith(...callers: NonNullable<WorldRequest['as']>[]) {
    let isLast = false
    for (after = '0'; !isLast;) {
      const { body } = await world.must(contract.pullMessages, { query: { after } })
      ;({ cursor: after } = body)
      isLast = !body.hasMore
    }
    const listen = vi.spyOn(world.api.notifications.announcements, 'listen')
    const replies = callers.map(pull)
    await vi.waitFor(
      () => expect(listen.mock.calls.length).toBeGreaterThanOrEqual(callers.length),
      patiently,
    )
    return replies
  }

  const emit = () => {
    const { notifications } = world.api
    return emitAlone(notifications, connectionDeleted(world.tenant.project.id))
  }

  const withdrawals: Record<
    string,
    { status: number; begin(): Promise<{ as: WorldRequest['as']; withdraw(): Promise<unknown> }> }
  > = {
    'a revoked key': {
      status: 401,
      async begin() {
        const { apiKey, revoke } = await createKey()
        return { as: { apiKey }, withdraw: revoke }
      },
    },
    'a key that may no longer read messages': {
      status: 403,
      async begin() {
        const { apiKey, limitTo } = await createKey()
        return { as: { apiKey }, withdraw: () => limitTo(['read']) }
      },
    },
    'a member who was removed': {
      status: 404,
      async begin() {
        const orgId = world.tenant.org.id
        const { id, token } = await world.api.builder({ orgId, role: 'admin' })
        const withdraw = () =>
          world.must(contract.removeMembership, { params: { orgId, builderId: id } })
        return { as: { token }, withdraw }
      },
    },
  }

  it.each(Object.entries(withdrawals))(
    'returns nothing to %s, and all to others',
    async (_, kind) => {
      const other = await createKey(['read:messages'])
      const { as, withdraw } = await kind.begin()
      const [concerned, bystander] = await waitWith(must(as, 'credential'), {
        apiKey: other.apiKey,
      })

      await withdraw()
      await emit()

      expect((await must(bystander, 'reply')).body.messages).toHaveLength(1)
      const { status, text } = await must(concerned, 'reply')
      expect([status, text]).toEqual([kind.status, expect.not.stringContaining('messages"')])
    },
  )

  it('ends with its destination', async () => {
    const { body: brief } = await world.must(contract.createDestination, {
      body: { name: 'brief', type: 'pull', metadata: {} },
    })
    const params = { destination: brief.id }
    const listen = vi.spyOn(world.api.notifications.announcements, 'listen')
    const waiting = world.send(contract.pullMessages, { params, query: { wait: '60' } })
    await vi.waitFor(() => expect(listen).toHaveBeenCalled(), patiently)

    await world.must(contract.deleteDestination, { params })
    world.api.notifications.announcements.announce(world.tenant.project.id, brief.id)

    expect((await waiting).status).toBe(404)
  })
})

describe('a sign-in', () => {
  /** Signs in at the provider, up to the redirect back to the platform. */
  async function signIn(
    groupRef: string,
    as: NonNullable<WorldRequest['as']>,
    consumerRef = `${groupRef}-hank`,
  ) {
    const started = await world.must(contract.oauthConnect, {
      as,
      headers: { origin: publicUrl },
      body: {
        projectIdOrName: world.tenant.project.id,
        provider: 'salesforce',
        groupRef,
        consumerRef,
      },
    })
    const begun = await world.api.call('GET', new URL(started.text).pathname)
    const cookie = must(String(begun.headers['set-cookie']).split(';', 1)[0], 'cookie')
    const consent = await fetch(`${String(begun.headers.location)}&sandbox_auto_approve=1`, {
      redirect: 'manual',
    })
    const { pathname, search } = new URL(must(consent.headers.get('location'), 'location'))
    return { comeBack: () => world.api.call('GET', pathname + search, { headers: { cookie } }) }
  }

  /** Signs in by the page of a link. */
  async function signInByLink(groupRef: string) {
    const { body: link } = await world.must(contract.createConnectLink, { body: { groupRef } })
    const token = new URL(link.link).hash.slice(1)
    const { comeBack } = await signIn(groupRef, { token }, link.consumer.consumerRef)
    return {
      comeBack,
      revoke: () =>
        world.must(contract.deleteConnectLink, { params: { connectLinkId: String(link.id) } }),
    }
  }

  const changeKey = (id: string, apiKey: Record<string, unknown>) =>
    world.must(contract.updateApiKey, {
      params: { apiKey: id },
      body: { updateMask: Object.keys(apiKey), apiKey },
    })
  const deleteKey = (id: string) => world.must(contract.deleteApiKey, { params: { apiKey: id } })
  const changeProject = (frontendKeys: string) =>
    world.must(contract.updateProject, {
      body: { updateMask: ['frontendKeys'], project: { frontendKeys } },
    })

  /** Every way to withdraw a key, and how to take it back for the next. */
  const withdrawnKeys: Record<
    string,
    {
      scopes: string[] | 'token' | 'member'
      withdraw: (keyId: string) => Promise<unknown>
      takeBack?: () => Promise<unknown>
    }
  > = {
    'a deleted API key': { scopes: ['full'], withdraw: deleteKey },
    'a deactivated API key': {
      scopes: ['full'],
      withdraw: (id) => changeKey(id, { active: false }),
    },
    'an API key that may only read': {
      scopes: ['full'],
      withdraw: (id) => changeKey(id, { scopes: ['read'] }),
    },
    'an API key that has expired': {
      scopes: ['full'],
      withdraw: (id) =>
        sql`update api_keys set expire_time = now() where id = ${id}`.execute(
          world.api.database.everything,
        ),
    },
    'a deleted frontend key': { scopes: ['frontend'], withdraw: deleteKey },
    'a deactivated frontend key': {
      scopes: ['frontend'],
      withdraw: (id) => changeKey(id, { active: false }),
    },
    'frontend keys that are off': {
      scopes: ['frontend'],
      withdraw: () => changeProject('off'),
      takeBack: () => changeProject('allowed'),
    },
    'a deactivated key for tokens of end users': {
      scopes: 'token',
      withdraw: (keyId) =>
        world.must(contract.updateJWTKey, {
          params: { keyId },
          body: { updateMask: ['active'], jwtKey: { active: false } },
        }),
    },
    'a removed member': {
      scopes: 'member',
      withdraw: (builderId) =>
        world.must(contract.removeMembership, {
          params: { orgId: world.tenant.org.id, builderId },
        }),
    },
    'a demoted member': {
      scopes: 'member',
      withdraw: (builderId) =>
        world.must(contract.updateMembership, {
          params: { orgId: world.tenant.org.id, builderId },
          body: { role: 'member' },
        }),
    },
    'a deleted key for tokens of end users': {
      scopes: 'token',
      withdraw: (keyId) =>
        world.must(contract.deleteJWTKey, { params: { keyId }, query: { force: 'true' } }),
    },
  }

  /** Creates a key; with its ID, and a credential for an end user of the group. */
  async function createCredential(scopes: string[] | 'token' | 'member', groupRef: string) {
    if (scopes === 'member') {
      const { id, token } = await world.api.builder({
        orgId: world.tenant.org.id,
        role: 'admin',
      })
      return { keyId: id, as: { token } }
    }
    if (scopes !== 'token') {
      const { body } = await world.must(contract.createApiKey, {
        body: { label: groupRef, scopes },
      })
      return { keyId: String(body.id), as: { apiKey: String(body.key) } }
    }
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const { body } = await world.must(contract.createJWTKey, {
      body: { label: groupRef, algorithm: 'ES256', publicKeyPem: await exportSPKI(publicKey) },
    })
    const keyId = String(body.kid)
    const claims = { groupRef, consumerRef: `${groupRef}-hank` }
    const header = { alg: 'ES256', kid: keyId }
    return { keyId, as: { token: await consumerToken(KeyObject.from(privateKey), header, claims) } }
  }

  it.each(Object.entries(withdrawnKeys))(
    'ends with %s, before and while its code is exchanged, and no other',
    async (name, { scopes, withdraw, takeBack }) => {
      const ref = name.replaceAll(' ', '-')
      const statuses: number[] = []
      for (const when of ['before', 'during']) {
        const { keyId, as } = await createCredential(scopes, `${ref}-${when}`)
        const other = await createKey()
        const bystander = await signIn(`${ref}-${when}-bystander`, { apiKey: other.apiKey })
        const concerned = await signIn(`${ref}-${when}`, as)
        if (when === 'before') await withdraw(keyId)
        else whileProviderAnswers(() => withdraw(keyId))
        statuses.push((await concerned.comeBack()).status)
        vi.restoreAllMocks()
        statuses.push((await bystander.comeBack()).status)
        await takeBack?.()
      }

      expect(statuses).toEqual([400, 200, 400, 200])
      for (const when of ['before', 'during']) {
        expect(await listConnections(`${ref}-${when}`)).toEqual([])
        expect(await listConnections(`${ref}-${when}-bystander`)).toHaveLength(1)
      }
    },
  )

  const listConnections = async (groupRef: string) =>
    (await world.must(contract.listConnections, { query: { groupRef } })).body as unknown[]

  // Only builders and servers make them.
  const linkMakers = Object.entries(withdrawnKeys).filter(
    ([, { scopes }]) => scopes === 'member' || scopes.includes('full'),
  )

  it.each(linkMakers)(
    'by a link to enter credentials ends with %s',
    async (name, { scopes, withdraw }) => {
      const groupRef = `typed-${name.replaceAll(' ', '-')}`
      const { body: connection } = await world.must(contract.generateConnection, {
        body: { provider: 'lemlist', groupRef, consumerRef: 'hank', apiKey: 'secret' },
      })
      const { keyId, as } = await createCredential(scopes, groupRef)
      const link = await world.must(contract.oauthUpdate, {
        as,
        params: { connectionId: String(connection.id) },
        query: { linkHours: '24' },
      })
      const open = () => world.api.call('GET', new URL(link.text).pathname)
      const before = await open()

      await withdraw(keyId)

      expect([before.status, (await open()).status]).toEqual([200, 400])
    },
  )

  it.each(linkMakers)('by links ends with %s', async (name, { scopes, withdraw }) => {
    const { keyId, as } = await createCredential(scopes, name)
    const { body: written } = await world.must(contract.writeRecords, {
      body: {
        ...{ groupRef: 'globex', type: 'create', mode: 'asynchronous', approval: 'person' },
        record: { LastName: 'Ivanova' },
      },
    })
    const params = { approvalId: String(written.approvalId) }
    const links = [
      await world.must(contract.createConnectLink, { as, body: { groupRef: 'linked' } }),
      await world.must(contract.createApprovalLink, { as, params }),
    ]
    const bystander = await world.must(contract.createConnectLink, { body: { groupRef: 'linked' } })
    const open = async () => {
      const statuses = []
      for (const [index, { body }] of [...links, bystander].entries()) {
        const page = index === 1 ? contract.getApprovalPage : contract.getConnectPage
        const token = new URL(String(body.link)).hash.slice(1)
        statuses.push((await world.send(page, { as: { token } })).status)
      }
      return statuses
    }
    const before = await open()

    await withdraw(keyId)

    expect(before).toEqual([200, 200, 200])
    await vi.waitFor(async () => expect(await open()).toEqual([401, 401, 200]), patiently)
  })

  it('ends with the link that has begun it, before and while its code is exchanged', async () => {
    const before = await signInByLink('revoked-before')
    await before.revoke()
    const returnedLate = await before.comeBack()
    const during = await signInByLink('revoked-during')
    const provider = whileProviderAnswers(during.revoke)
    const returned = await during.comeBack()
    const bystander = await signInByLink('bystander')
    const others = await bystander.comeBack()

    expect(provider.isHeld()).toBe(true)
    expect([returnedLate.status, returned.status, others.status]).toEqual([400, 400, 200])
    expect(await listConnections('revoked-before')).toEqual([])
    expect(await listConnections('revoked-during')).toEqual([])
    expect(await listConnections('bystander')).toHaveLength(1)
  })

  it('does not bring back a customer who is erased while its code is exchanged', async () => {
    const groupRef = 'erased-during'
    await world.connect(groupRef)
    const own = await signInByLink(groupRef)
    const erased = vi.fn(() => world.must(contract.eraseGroup, { params: { groupRef } }))
    whileProviderAnswers(erased)

    const returned = await own.comeBack()

    expect(erased).toHaveResolved()
    expect(returned.status).toBe(400)
    expect(await listConnections(groupRef)).toEqual([])
  })
})

// Last, because it changes the provider app with which the others sign in.
it('neither changes nor returns anything once the key was revoked while a provider answered', async () => {
  const held: string[] = []
  const answered: string[] = []
  for (const operation of callable) {
    const { apiKey, revoke } = await createKey()
    const provider = whileProviderAnswers(revoke)

    const { status } = await world.send(operation, { ...asking[operation.id], as: { apiKey } })

    if (provider.isHeld()) {
      held.push(operation.id)
      if (status < 400 && !isAccepted(operation)) answered.push(operation.id)
    } else await revoke()
    vi.restoreAllMocks()
  }

  expect(answered).toEqual([])
  expect(held).toEqual(
    expect.arrayContaining(['getObjectMetadataForInstallation', 'sampleRecords', 'searchRecords']),
  )
})
