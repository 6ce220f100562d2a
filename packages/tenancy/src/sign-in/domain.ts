import { domain } from '@platform/kernel/domain'

/** Accounts of people, and sign-in. */
export const signInDomain = domain({
  name: 'sign-in',
  uses: [],
  tables: ['auth'],
  acrossTenants: {
    'sign-in/command-line.ts': { commandLine: 'signs people in, who are of no tenant' },
    'sign-in/create-builder.ts': { createBuilder: 'makes people, who are of no tenant' },
    'sign-in/ended-sessions.ts': { hasEnded: 'knows sessions, which are of no tenant' },
    'sign-in/give-to-owner.ts': {
      giveToOwner: 'ends what was prepared for an account, which is of no tenant',
      keepOnlySession: 'ends sessions of a person',
    },
    'sign-in/password-guesses.ts': {
      count: 'counts guesses at an account, which is of no tenant',
      forget: 'forgets them',
      mailCode: 'keeps the code that an account was mailed',
    },
    'sign-in/sign-up.ts': { signUpByMail: 'signs people up, who are of no tenant' },
  },
})
