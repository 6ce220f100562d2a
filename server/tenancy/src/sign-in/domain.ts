import { domain } from '@platform/kernel/domain'

/** Accounts of people, and sign-in. */
export const signInDomain = domain({
  name: 'sign-in',
  uses: [],
  tables: ['auth'],
  acrossTenants: {
    'sign-in/codes-once.ts': { claimCode: 'claims a code of a person, who belongs to no tenant' },
    'sign-in/command-line.ts': {
      commandLine: 'signs people in, who belong to no tenant',
      waitingSignIns: 'finds sign-ins of people, who belong to no tenant',
    },
    'sign-in/create-builder.ts': { createBuilder: 'creates people, who belong to no tenant' },
    'sign-in/end-sessions.ts': {
      endFormerAccess: 'ends sessions of a person, who belongs to no tenant',
      endResetLinks: 'ends links of a person, who belongs to no tenant',
    },
    'sign-in/ended-sessions.ts': { hasEnded: 'reads sessions, which belong to no tenant' },
    'sign-in/give-to-owner.ts': {
      giveToOwner: 'ends pending sign-ins of an account, which belongs to no tenant',
      keepOnlySession: 'ends sessions of a person, who belongs to no tenant',
    },
    'sign-in/password-guesses.ts': {
      countGuess: 'counts sign-in attempts of an account, which belongs to no tenant',
      forget: 'forgets them',
      mailCode: 'stores the code mailed to an account',
    },
    'sign-in/pending-sign-ups.ts': {
      pendingSignUps: 'finds sign-ups and accounts of people, who belong to no tenant',
    },
  },
})
