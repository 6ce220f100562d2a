import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'

let api: TestApi
const txt = new Map<string, string[]>()
beforeAll(async () => {
  api = await testApi(await testDatabase({ maxConnections: 5 }), {
    findTxt: async (domain) => txt.get(domain) ?? [],
    canSendMail: false,
  })
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const getProblem = ({ status, body }: { status: number; body: any }) =>
  [status, body.type?.slice(`${publicUrl}/problems/`.length)] as const

async function givenOrg({ claimedDomain }: { claimedDomain?: string } = {}) {
  const owner = await api.builder()
  const org = await api.org({ ownerId: owner.id })
  if (claimedDomain) {
    txt.set(claimedDomain, [`platform-domain-claim=${org.id}`])
    const claim = await api.call('POST', '/v1/claimed-domains', {
      token: owner.token,
      body: { domain: claimedDomain, parentId: org.id, parentType: 'org' },
    })
    expect(claim.status).toBe(201)
  }
  return { owner, org, path: `/v1/orgs/${org.id}` }
}

const newDomain = () => `d${crypto.randomUUID()}.test`

describe('adding a member', () => {
  const add = (path: string, token: string, builderId: unknown) =>
    api.call('POST', `${path}/memberships`, { token, body: { builderId } })

  it('lets an owner add anyone', async () => {
    const { owner, org, path } = await givenOrg()
    const ana = await api.builder()

    const reply = await add(path, owner.token, ana.id)

    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ orgId: org.id, builderId: ana.id, role: 'member' })
    expect(reply.headers.location).toBe(`${path}/memberships/${ana.id}`)
  })

  it('lets a builder join an organization that claimed the domain of their verified email', async () => {
    const domain = newDomain()
    const { org, path } = await givenOrg({ claimedDomain: domain })
    const ana = await api.builder({ email: `ana@${domain}` })

    const offered = await api.call('GET', '/v1/my-info', { token: ana.token })
    const reply = await add(path, ana.token, ana.id)

    expect(offered.body.joinableOrgs).toMatchObject([{ id: org.id }])
    expect(reply.status).toBe(201)
  })

  it('answers 400 and names builderId when the builder is a member already', async () => {
    const { owner, path } = await givenOrg()

    const reply = await add(path, owner.token, owner.id)

    expect(getProblem(reply)).toEqual([400, 'membership-exists'])
    expect(reply.body.issues).toMatchObject([{ in: 'body', name: 'builderId', value: owner.id }])
  })

  it('answers 400 when builderId is missing or not a string', async () => {
    const { owner, path } = await givenOrg()

    const replies = [
      await add(path, owner.token, undefined),
      await add(path, owner.token, 7),
      await add(path, owner.token, ''),
    ]

    for (const reply of replies) {
      expect(getProblem(reply)).toEqual([400, 'invalid-input'])
      expect(reply.body.issues).toMatchObject([{ in: 'body', name: 'builderId' }])
    }
  })

  it(
    'answers 403 to a member without org:owner, whether or not the builder exists',
    { tags: 'confirmed-addresses' },
    async () => {
      const { org, path } = await givenOrg()
      const member = await api.builder({ orgId: org.id })
      const somebody = await api.builder()

      const replies = [
        await add(path, member.token, somebody.id),
        await add(path, member.token, 'bld_nobody'),
      ]

      for (const reply of replies) {
        expect(getProblem(reply)).toEqual([403, 'owner-required'])
        expect(reply.body.title).toContain('org:owner')
      }
    },
  )

  it('answers 404 when the builder does not exist', async () => {
    const { owner, path } = await givenOrg()

    expect(getProblem(await add(path, owner.token, 'bld_nobody'))).toEqual([
      404,
      'builder-not-found',
    ])
  })

  it('answers 404 for an unknown organization and for an invalid ID', async () => {
    const stranger = await api.builder()

    const replies = [
      await add('/v1/orgs/org_nowhere', stranger.token, stranger.id),
      await add('/v1/orgs/*', stranger.token, stranger.id),
    ]

    for (const reply of replies) expect(getProblem(reply)).toEqual([404, 'org-not-found'])
  })

  it(
    'answers 403 to strangers, whether or not the builder exists',
    { tags: 'confirmed-addresses' },
    async () => {
      const { path, owner } = await givenOrg({ claimedDomain: newDomain() })
      const stranger = await api.builder()

      const replies = [
        await add(path, stranger.token, stranger.id),
        await add(path, stranger.token, owner.id),
        await add(path, stranger.token, 'bld_nobody'),
      ]

      for (const reply of replies) {
        expect(getProblem(reply)).toEqual([403, 'owner-required'])
        expect(reply.body.detail).toContain('you are not a member')
      }
    },
  )

  it(
    'names the members without a confirmed address in the claimed domain',
    { tags: 'confirmed-addresses' },
    async () => {
      const domain = newDomain()
      const { path } = await givenOrg({ claimedDomain: domain })
      const ana = await api.builder({ email: `ana@${domain}`, emailVerified: false })

      const reply = await add(path, ana.token, ana.id)

      expect(getProblem(reply)).toEqual([403, 'email-not-verified'])
      expect(reply.body.detail).toBe(`The address ana@${domain} has not been confirmed.`)
    },
  )

  it('adds once when two requests race', async () => {
    const { owner, path } = await givenOrg()
    const ana = await api.builder()

    const replies = await Promise.all(
      Array.from({ length: 5 }, () => add(path, owner.token, ana.id)),
    )

    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400])
  })
})

describe('members', () => {
  it('can be listed with their roles, changed and removed', async () => {
    const { owner, org, path } = await givenOrg()
    const ana = await api.builder({ orgId: org.id })

    const promoted = await api.call('PATCH', `${path}/memberships/${ana.id}`, {
      token: owner.token,
      body: { role: 'admin' },
    })
    const list = await api.call('GET', `${path}/builders`, { token: ana.token })
    const left = await api.call('DELETE', `${path}/memberships/${ana.id}`, { token: ana.token })
    const after = await api.call('GET', path, { token: ana.token })

    expect(promoted.body).toMatchObject({ role: 'admin' })
    expect(list.body.map((builder: any) => [builder.id, builder.role])).toEqual([
      [ana.id, 'admin'],
      [owner.id, 'owner'],
    ])
    expect([left.status, after.status]).toEqual([204, 404])
  })

  it('always include an owner', async () => {
    const { owner, path } = await givenOrg()

    const demoted = await api.call('PATCH', `${path}/memberships/${owner.id}`, {
      token: owner.token,
      body: { role: 'member' },
    })
    const removed = await api.call('DELETE', `${path}/memberships/${owner.id}`, {
      token: owner.token,
    })

    expect(getProblem(demoted)).toEqual([422, 'last-owner'])
    expect(getProblem(removed)).toEqual([422, 'last-owner'])
  })

  it('keep an owner when two owners leave concurrently', async () => {
    const { owner, org, path } = await givenOrg()
    const second = await api.builder({ orgId: org.id, role: 'owner' })

    const replies = await Promise.all(
      [owner, second].map(({ id, token }) =>
        api.call('DELETE', `${path}/memberships/${id}`, { token }),
      ),
    )

    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 422])
  })

  it('can be removed only by owners', async () => {
    const { owner, org, path } = await givenOrg()
    const ana = await api.builder({ orgId: org.id })

    const byMember = await api.call('DELETE', `${path}/memberships/${owner.id}`, {
      token: ana.token,
    })
    const missing = await api.call('DELETE', `${path}/memberships/bld_nobody`, {
      token: owner.token,
    })

    expect(getProblem(byMember)).toEqual([403, 'owner-required'])
    expect(getProblem(missing)).toEqual([404, 'membership-not-found'])
  })
})

describe('invites', () => {
  const invite = (path: string, token: string, email: string) =>
    api.call('POST', `${path}/invites`, { token, body: { email } })
  const accept = (token: string, invitedEmail: string) =>
    api.call('POST', '/v1/invites:accept', { token, body: { invitedEmail } })

  it('add a person who accepts with the verified address', async () => {
    const { owner, org, path } = await givenOrg()
    const email = `New.${crypto.randomUUID()}@guest.test`
    const created = await invite(path, owner.token, email)
    const guest = await api.builder({ email: email.toLowerCase() })

    const invited = await api.call('GET', '/v1/my-info', { token: guest.token })
    const accepted = await accept(guest.token, email)
    const after = await api.call('GET', `${path}/invites/${created.body.id}`, {
      token: owner.token,
    })

    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ status: 'pending', parentId: org.id })
    // Without a mail server, the inviter forwards the link.
    expect(created.body.link).toContain(publicUrl)
    expect(api.mails.at(-1)).toMatchObject({ to: email.toLowerCase() })
    expect(invited.body.invitedOrgs).toMatchObject([{ id: org.id }])
    expect(accepted.body.orgRole).toMatchObject({ role: 'member', org: { id: org.id } })
    expect(accepted.body.invitedOrgs).toBeUndefined()
    expect(after.body.status).toBe('accepted')
  })

  it('can be accepted only with the verified invited address', async () => {
    const { owner, path } = await givenOrg()
    const email = `${crypto.randomUUID()}@guest.test`
    await invite(path, owner.token, email)
    const stranger = await api.builder()
    const unverified = await api.builder({ email, emailVerified: false })

    for (const { token } of [stranger, unverified]) {
      const info = await api.call('GET', '/v1/my-info', { token })
      expect(info.body.invitedOrgs).toBeUndefined()
      expect(getProblem(await accept(token, email))).toEqual([404, 'invite-not-found'])
    }
  })

  it('are rejected as duplicates, for members, and from non-owners', async () => {
    const { owner, org, path } = await givenOrg()
    const member = await api.builder({ orgId: org.id })
    const email = `${crypto.randomUUID()}@guest.test`
    await invite(path, owner.token, email)

    expect(getProblem(await invite(path, owner.token, email))).toEqual([400, 'invite-exists'])
    expect(getProblem(await invite(path, owner.token, member.email))).toEqual([
      400,
      'membership-exists',
    ])
    expect(getProblem(await invite(path, member.token, email))).toEqual([403, 'owner-required'])
    expect(getProblem(await invite(path, owner.token, 'no email'))).toEqual([400, 'invalid-input'])
  })

  it('can be revoked while pending', async () => {
    const { owner, path } = await givenOrg()
    const email = `${crypto.randomUUID()}@guest.test`
    const { body } = await invite(path, owner.token, email)
    const guest = await api.builder({ email })
    const revoke = (id: string) =>
      api.call('DELETE', `${path}/invites/${id}`, { token: owner.token })

    expect((await revoke(body.id)).status).toBe(204)
    expect(getProblem(await revoke(body.id))).toEqual([400, 'invite-not-pending'])
    expect(getProblem(await revoke('inv_nothing'))).toEqual([404, 'invite-not-found'])
    expect(getProblem(await accept(guest.token, email))).toEqual([404, 'invite-not-found'])
  })

  it('end with the removal of the person, who joined in another way', async () => {
    const { owner, org, path } = await givenOrg()
    const guest = await api.builder({ email: `${crypto.randomUUID()}@guest.test` })
    const other = await api.builder({ email: `${crypto.randomUUID()}@guest.test` })
    await invite(path, owner.token, guest.email)
    await invite(path, owner.token, other.email)
    const elsewhere = await givenOrg()
    await invite(elsewhere.path, elsewhere.owner.token, guest.email)
    const add = { token: owner.token, body: { builderId: guest.id } }
    await api.call('POST', `${path}/memberships`, add)

    const removed = await api.call('DELETE', `${path}/memberships/${guest.id}`, {
      token: owner.token,
    })
    const accepted = await accept(guest.token, guest.email)

    expect(removed.status).toBe(204)
    expect(accepted.body.orgRole).toMatchObject({ org: { id: elsewhere.org.id } })
    expect(getProblem(await api.call('GET', path, { token: guest.token }))).toEqual([
      404,
      'org-not-found',
    ])
    expect((await accept(other.token, other.email)).body.orgRole.org.id).toBe(org.id)
  })

  it('expire and can then be created again', async () => {
    const { owner, path } = await givenOrg()
    const email = `${crypto.randomUUID()}@guest.test`
    const { body } = await invite(path, owner.token, email)
    const guest = await api.builder({ email })
    await api.database.everything
      .updateTable('invites')
      .set({ expireTime: new Date(Date.now() - 1000) })
      .where('id', '=', body.id)
      .execute()

    const shown = await api.call('GET', `${path}/invites/${body.id}`, { token: owner.token })
    const refused = await accept(guest.token, email)
    const again = await invite(path, owner.token, email)
    const replaced = await api.call('GET', `${path}/invites/${body.id}`, { token: owner.token })

    expect(replaced.body.status).toBe('expired')
    expect(shown.body.status).toBe('expired')
    expect(getProblem(refused)).toEqual([404, 'invite-not-found'])
    expect(again.status).toBe(201)
  })
})

describe('claimed domains', () => {
  const claim = (token: string, parentId: string, domain: string) =>
    api.call('POST', '/v1/claimed-domains', {
      token,
      body: { domain, parentId, parentType: 'org' },
    })

  it('are proven by the owner’s own email, in any notation', async () => {
    const domain = newDomain()
    const owner = await api.builder({ email: `o@${domain}` })
    const org = await api.org({ ownerId: owner.id })

    const replies = [
      await claim(owner.token, org.id, `https://www.${domain.toUpperCase()}/about?x#y`),
      await claim(owner.token, org.id, `somebody@${domain}`),
    ]
    const found = await api.call('GET', `/v1/claimed-domains?domain=${domain}`, {
      token: owner.token,
    })

    for (const reply of replies) expect(reply.body).toMatchObject({ domain, parentId: org.id })
    expect(found.body).toMatchObject({ domain, parentId: org.id })
  })

  it('require proof, an owner and an unclaimed domain', async () => {
    const domain = newDomain()
    const { org } = await givenOrg({ claimedDomain: domain })
    const rival = await givenOrg()
    const member = await api.builder({ orgId: org.id })
    txt.set(domain, [`platform-domain-claim=${rival.org.id}`])

    const refused = {
      unproven: await claim(rival.owner.token, rival.org.id, newDomain()),
      taken: await claim(rival.owner.token, rival.org.id, domain),
      byMember: await claim(member.token, org.id, domain),
      elsewhere: await claim(rival.owner.token, org.id, domain),
      mailbox: await claim(rival.owner.token, rival.org.id, 'gmail.com'),
      nonsense: await claim(rival.owner.token, rival.org.id, 'not a domain'),
    }

    expect(getProblem(refused.unproven)).toEqual([400, 'domain-not-proven'])
    expect(getProblem(refused.taken)).toEqual([409, 'domain-claimed'])
    expect(getProblem(refused.byMember)).toEqual([403, 'owner-required'])
    expect(getProblem(refused.elsewhere)).toEqual([404, 'org-not-found'])
    expect(getProblem(refused.mailbox)).toEqual([400, 'invalid-input'])
    expect(getProblem(refused.nonsense)).toEqual([400, 'invalid-input'])
  })

  it('are hidden from strangers', async () => {
    const domain = newDomain()
    await givenOrg({ claimedDomain: domain })
    const stranger = await api.builder()

    const reply = await api.call('GET', `/v1/claimed-domains?domain=${domain}`, {
      token: stranger.token,
    })

    expect(getProblem(reply)).toEqual([404, 'domain-not-found'])
  })
})

describe('the audit log', () => {
  it('shows owners who changed what, when and from where, without secrets', async () => {
    const { owner, org, path } = await givenOrg()
    const project = await api.project({ orgId: org.id })
    const member = await api.builder({ orgId: org.id })
    const created = await api.call('POST', `/v1/projects/${project.id}/api-keys`, {
      token: owner.token,
      body: { label: 'ci' },
      headers: { 'x-request-id': 'audit-1', 'user-agent': 'curl/8' },
    })
    await api.call('PATCH', `/v1/projects/${project.id}`, {
      apiKey: created.body.key,
      body: { updateMask: ['appName'], project: { appName: 'New' } },
    })

    const log = await api.call('GET', `${path}/audit-log`, { token: owner.token })
    const refused = await api.call('GET', `${path}/audit-log`, { token: member.token })

    expect(log.body).toMatchObject([
      {
        action: 'updateProject',
        actor: { kind: 'api-key', id: created.body.id },
        before: { appName: 'Acme' },
        after: { appName: 'New' },
      },
      {
        action: 'createApiKey',
        actor: { kind: 'builder', id: owner.id, label: owner.email },
        projectId: project.id,
        requestId: 'audit-1',
        userAgent: 'curl/8',
        ip: '127.0.0.1',
        after: { id: created.body.id, key: '[secret]' },
      },
    ])
    expect(log.text).not.toContain(created.body.key)
    expect(getProblem(refused)).toEqual([403, 'owner-required'])
  })

  it('has no GET that changes data or returns secrets besides the listed ones', async () => {
    const { owner, org, path } = await givenOrg()
    const project = await api.project({ orgId: org.id })
    const destinations = `/v1/projects/${project.id}/destinations`
    await api.call('POST', destinations, {
      token: owner.token,
      body: { name: 'hook', type: 'webhook', metadata: { url: 'https://hook.test/' } },
    })

    await api.call('GET', `${destinations}/hook`, { token: owner.token })
    await api.call('GET', `${destinations}/hook?includeSecrets=true`, { token: owner.token })
    const rotated = await api.call('GET', `${destinations}/hook?rotate=true`, {
      token: owner.token,
    })

    const log = await api.call('GET', `${path}/audit-log`, { token: owner.token })
    expect(log.body.map(({ action }: { action: string }) => action)).toEqual([
      'getDestination',
      'getDestination',
      'createDestination',
    ])
    expect(log.text).not.toContain(rotated.body.secrets.webhookSigningKey)
  })

  it('records changes of an organization that the path does not name', async () => {
    const { owner, org, path } = await givenOrg()
    const email = `${crypto.randomUUID()}@guest.test`
    await api.call('POST', `${path}/invites`, { token: owner.token, body: { email } })
    const guest = await api.builder({ email })
    await api.org({ ownerId: guest.id })

    await api.call('POST', '/v1/invites:accept', {
      token: guest.token,
      body: { invitedEmail: email },
    })
    await api.call('POST', '/v1/claimed-domains', {
      token: owner.token,
      body: { domain: owner.email, parentId: org.id, parentType: 'org' },
    })

    const log = await api.call('GET', `${path}/audit-log`, { token: owner.token })
    expect(log.body).toMatchObject([
      { action: 'claimDomain', actor: { id: owner.id } },
      { action: 'acceptInvite', actor: { id: guest.id } },
      { action: 'createOrgInvite', actor: { id: owner.id } },
    ])
  })

  it('filters by actor, action and time', async () => {
    const { owner, path } = await givenOrg()
    await api.call('PATCH', path, {
      token: owner.token,
      body: { updateMask: ['label'], org: { label: 'Renamed' } },
    })
    const count = async (query: string) =>
      (await api.call('GET', `${path}/audit-log?${query}`, { token: owner.token })).body.length

    expect(await count('')).toBe(1)
    expect(await count(`actor=${owner.id}&action=updateOrg`)).toBe(1)
    expect(await count('action=deleteProject')).toBe(0)
    expect(await count(`from=${encodeURIComponent('2001-01-01T00:00:00Z')}`)).toBe(1)
    expect(await count(`to=${encodeURIComponent('2001-01-01T00:00:00Z')}`)).toBe(0)
  })

  it('cannot be modified', async () => {
    const db = api.database.everything

    await expect(db.updateTable('auditLog').set({ action: 'nothing' }).execute()).rejects.toThrow(
      'permission denied',
    )
    await expect(db.deleteFrom('auditLog').execute()).rejects.toThrow('permission denied')
    await expect(
      api.database.asOwner((owner) => owner.query('truncate audit_log')),
    ).rejects.toThrow('append-only')
  })
})
