import { expect } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import * as organizations from './store.ts'
import { getFirst } from '@platform/kernel/values'
import { type Trial, reads, changes, serves, longAgo, longerAgo } from '@platform/testing/trial'

export const organizationsTrials: Record<string, Trial> = {
  'organizations/store.ts findRole': reads(async ({ all, mine, theirs }) => {
    expect(await organizations.findRole(all, mine.owner.id, theirs.org.id)).toBeUndefined()
    const role = await organizations.findRole(all, mine.owner.id, mine.org.id)
    return { of: 'mine', role }
  }),
  'organizations/store.ts selectMembershipsOfUser': reads(({ all, mine }) =>
    organizations.selectMembershipsOfUser(all, mine.owner.id),
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
  'organizations/store.ts selectBuilderOrgs': reads(({ all, mine }) =>
    organizations.selectBuilderOrgs(all, mine.owner.id),
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
          expireTime: getFirst(longerAgo),
          updateTime: getFirst(longerAgo),
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
  'organizations/store.ts selectProjectsOfOrg': reads(({ all, mine, theirs }) =>
    organizations.selectProjectsOfOrg(all, mine.org.id, [mine.projectId, theirs.projectId]),
  ),
  'organizations/store.ts findClaimedDomain': reads(({ all }) =>
    organizations.findClaimedDomain(all, 'mine.test'),
  ),
}
