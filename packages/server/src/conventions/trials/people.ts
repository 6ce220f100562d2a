import { sql } from 'kysely'
import { expect } from 'vitest'
import { hashApiKey } from '../../access/api-keys.ts'
import * as access from '../../access/store.ts'
import { mustBeWithin, unlimited } from '../../access/tenant-limits.ts'
import * as audit from '../../audit/store.ts'
import { newId } from '../../db/new-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import * as organizations from '../../organizations/store.ts'
import * as projects from '../../projects/store.ts'
import { createBuilder } from '../../sign-in/create-builder.ts'
import * as guesses from '../../sign-in/password-guesses.ts'
import { hasEnded } from '../../sign-in/ended-sessions.ts'
import { giveToOwner, keepOnlySession } from '../../sign-in/give-to-owner.ts'
import { firstOf } from '../../values/must.ts'
import { type Trial, reads, changes, serves, longAgo, longerAgo } from './trial.ts'

/** Statements across tenants about people, their organizations and projects, and what is recorded of them. */
export const peopleTrials: Record<string, Trial> = {
  'projects/store.ts findApiKeyByHash': reads(({ all, mine }) =>
    projects.findApiKeyByHash(all, hashApiKey(mine.full.key)),
  ),
  'projects/store.ts findProjectOfKey': reads(({ all, mine }) =>
    projects.findProjectOfKey(all, mine.kid),
  ),
  'projects/store.ts noteUse': changes(
    ({ all, mine }) => projects.noteUse(all, mine.full.id),
    ({ all }) =>
      all
        .updateTable('apiKeys')
        .set({ lastUseTime: null })
        .execute()
        .then(() => {}),
  ),
  'projects/store.ts findProjectByIdOrName': reads(({ all, mine }) =>
    projects.findProjectByIdOrName(all, mine.project.name),
  ),
  'organizations/store.ts findRole': reads(async ({ all, mine, theirs }) => {
    expect(await organizations.findRole(all, mine.owner.id, theirs.org.id)).toBeUndefined()
    const role = await organizations.findRole(all, mine.owner.id, mine.org.id)
    return { of: 'mine', role }
  }),
  'organizations/store.ts selectMembershipsOfUser': reads(({ all, mine }) =>
    organizations.selectMembershipsOfUser(all, mine.owner.id),
  ),
  'access/store.ts findBuilder': reads(({ all, mine }) => access.findBuilder(all, mine.owner.id)),
  'sign-in/ended-sessions.ts hasEnded': serves(({ all }) => hasEnded(all, 'made-up')),
  'access/store.ts upsertBuilder': changes(({ all, mine }) =>
    access.upsertBuilder(all, {
      idpProvider: 'platform',
      idpRef: mine.owner.id,
      email: 'new@mine.test',
      emailVerified: true,
    }),
  ),
  'access/tenant-limits.ts mustBeWithin': serves(({ all, mine }) =>
    inTransaction(all, (tx) =>
      mustBeWithin(
        tx,
        { ...unlimited, projects: 1 },
        {
          what: 'projects',
          tenant: mine.org.id,
          count: async () => 1,
        },
      ),
    ),
  ),
  'audit/store.ts insertRecords': changes(({ database, mine }) =>
    audit.insertRecords(database, [record(mine.org.id, mine.projectId)]),
  ),
  'audit/store.ts insertRecord': changes(({ all, mine }) =>
    inTransaction(all, (tx) => audit.insertRecordsIn(tx, [record(mine.org.id, mine.projectId)])),
  ),
  'audit/store.ts removeRecords': changes(
    ({ database }) =>
      database.asOwner((owner) => audit.removeRecords(owner, { before: longAgo, atMost: 10 })),
    ({ all, mine }) =>
      sql`insert into audit_log (id, time, org_id, actor_kind, actor_id, action, target, request_id)
        values ('aud_1', ${longerAgo[0]}, ${mine.org.id}, 'operator', 'x', 'x', '/', 'req_1')`
        .execute(all)
        .then(() => {}),
  ),
  'organizations/store.ts insertOrg': serves(({ all }) =>
    organizations.insertOrg(all, { label: 'A third' }),
  ),
  'organizations/store.ts findOrg': reads(({ all, mine }) =>
    organizations.findOrg(all, mine.org.id),
  ),
  'organizations/store.ts findBuilder': reads(({ all, mine }) =>
    organizations.findBuilder(all, mine.owner.id),
  ),
  'organizations/store.ts insertMembership': changes(async ({ all, api, mine }) => {
    const { id: builderId } = await api.builder()
    await organizations.insertMembership(all, { orgId: mine.org.id, builderId, role: 'member' })
  }),
  'organizations/store.ts selectOrgsOf': reads(({ all, mine }) =>
    organizations.selectOrgsOf(all, mine.owner.id),
  ),
  'organizations/store.ts removeEndedInvites': changes(
    ({ all }) => organizations.removeEndedInvites(all, { before: longAgo, atMost: 10 }),
    ({ all, mine }) =>
      all
        .insertInto('invites')
        .values({
          id: newId('inv'),
          orgId: mine.org.id,
          invitedEmail: 'long-ago@guest.test',
          status: 'revoked',
          expireTime: firstOf(longerAgo),
          updateTime: firstOf(longerAgo),
        })
        .execute()
        .then(() => {}),
  ),
  'organizations/store.ts selectInvitingOrgs': reads(({ all }) =>
    organizations.selectInvitingOrgs(all, 'mine@guest.test'),
  ),
  'organizations/store.ts acceptInvites': changes(({ all }) =>
    organizations.acceptInvites(all, 'mine@guest.test'),
  ),
  'organizations/store.ts insertClaimedDomain': changes(async ({ all, mine }) => {
    const orgId = mine.org.id
    expect(
      await organizations.insertClaimedDomain(all, { orgId, domain: 'theirs.test' }),
    ).toBeUndefined()
    return organizations.insertClaimedDomain(all, { orgId, domain: 'second-of-mine.test' })
  }),
  'organizations/store.ts findClaimedDomain': reads(({ all }) =>
    organizations.findClaimedDomain(all, 'mine.test'),
  ),
  'projects/store.ts insertProject': changes(({ all, mine, theirs }) => {
    const row = { id: newId('proj'), orgId: mine.org.id, appName: 'Acme' }
    return Promise.all([
      projects.insertProject(all, { ...row, name: 'another' }),
      // A name that is taken is left to who has it.
      projects.insertProject(all, { ...row, id: newId('proj'), name: theirs.project.name }),
    ]).then(([made, taken]) => {
      expect(taken).toBeUndefined()
      return made
    })
  }),
  'projects/store.ts foldStoredBytes': changes(
    ({ all }) => projects.foldStoredBytes(all, 10),
    async ({ all, mine: { projectId } }) => {
      await projects.foldStoredBytes(all, 10)
      await all.insertInto('storedBytes').values({ projectId, bytes: 1 }).execute()
    },
  ),
  'projects/store.ts countProjects': serves(async ({ all, mine, theirs }) => {
    const before = await projects.countProjects(all, mine.org.id)
    await projects.insertProject(all, {
      id: newId('proj'),
      orgId: mine.org.id,
      name: 'counted',
      appName: 'Acme',
    })
    expect(await projects.countProjects(all, mine.org.id)).toBe(before + 1)
    expect(await projects.countProjects(all, theirs.org.id)).toBe(1)
  }),
  'projects/store.ts findProjectByName': reads(({ all, mine }) =>
    projects.findProjectByName(all, mine.project.name),
  ),
  'projects/store.ts selectProjectsOf': reads(({ all, mine }) =>
    projects.selectProjectsOf(all, mine.owner.id).execute(),
  ),
  'projects/store.ts selectProject': reads(({ all, mine }) =>
    projects.selectProject(all, mine.projectId).execute(),
  ),
  'sign-in/command-line.ts commandLine': serves(async ({ api }) => {
    const { status, body } = await api.call('POST', '/auth/command-line/start', {
      body: { challenge: 'x'.repeat(43), name: 'laptop' },
    })
    const finished = await api.call('POST', '/auth/command-line/finish', {
      body: { id: body.id, grant: 'x'.repeat(43), secret: 'x'.repeat(43) },
    })
    expect([status, finished.status]).toEqual([200, 400])
    return [body, finished.body]
  }),
  'sign-in/create-builder.ts createBuilder': serves(({ all }) =>
    createBuilder(all, { email: 'eve@evil.test', passwordHash: 'hash', name: 'Eve' }),
  ),
  'sign-in/give-to-owner.ts giveToOwner': serves(({ all }) =>
    giveToOwner(all, { id: 'made-up', email: 'eve@evil.test' }),
  ),
  'sign-in/give-to-owner.ts keepOnlySession': serves(({ all }) =>
    keepOnlySession(all, 'made-up', 'made-up'),
  ),
  'sign-in/password-guesses.ts count': serves(async ({ all }) => {
    expect(await guesses.count(all, 'mine')).toMatchObject({ guesses: 1 })
    expect(await guesses.count(all, 'mine')).toMatchObject({ guesses: 2 })
    expect(await guesses.count(all, 'theirs')).toMatchObject({ guesses: 1 })
  }),
  'sign-in/password-guesses.ts forget': serves(async ({ all }) => {
    await guesses.forget(all, 'mine')
    expect(await guesses.count(all, 'theirs')).toMatchObject({ guesses: 2 })
  }),
  'sign-in/password-guesses.ts mailCode': serves(({ all }) =>
    guesses.mailCode(
      all,
      { isConfigured: true, send: async () => true },
      {
        email: 'eve@evil.test',
        secret: 'secret',
      },
    ),
  ),
  'sign-in/sign-up.ts signUpByMail': serves(async ({ api }) => {
    const { status, body } = await api.call('POST', '/auth/sign-up/email', {
      body: { email: 'new@mine.test', name: 'New', password: 'a long password' },
      headers: { origin: 'http://platform.test' },
    })
    expect(status).toBe(200)
    return body
  }),
}

const record = (orgId: `org_${string}`, projectId: string): audit.NewRecord => ({
  id: newId('aud'),
  orgId,
  projectId,
  actorKind: 'operator',
  actorId: 'somebody',
  actorLabel: null,
  action: 'try',
  target: '/',
  requestId: 'req_1',
  ip: null,
  userAgent: null,
  before: null,
  after: null,
})
