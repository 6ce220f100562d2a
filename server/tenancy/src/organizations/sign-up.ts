import type { AcrossTenants } from '@platform/kernel/db/database'
import type { SignUp } from '../sign-in/sign-up.ts'
import { getEmailDomain } from './memberships.ts'
import * as store from './store.ts'

/** Who may sign up: nobody, invited people, also those of claimed domains, or anyone. */
export const signUpPolicies = ['closed', 'invited', 'domains', 'open'] as const
export type SignUpPolicy = (typeof signUpPolicies)[number]

/** Returns the sign-up rule for the operator's policy. */
export const signUpBy = (db: AcrossTenants, policy: SignUpPolicy): SignUp => ({
  isClosed: policy === 'closed',
  async isOpenTo(email) {
    if (policy === 'open' || policy === 'closed') return policy === 'open'
    if (email === undefined) return false
    if ((await store.selectInvitingOrgs(db, email)).length > 0) return true
    if (policy === 'invited') return false
    return (await store.findClaimedDomain(db, getEmailDomain(email))) !== undefined
  },
})
