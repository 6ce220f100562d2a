import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What must hold, whoever tries, and the tests in which a hostile caller does. */
const rules: Record<string, { file: string; tests: string[] }[]> = {
  'a replay touches its own project only': [
    {
      file: '../notifications/history/replays.test.ts',
      tests: ['makes again what its own project sent, and nothing of another'],
    },
  ],
  'a statement outside the view of a tenant leaves other tenants alone': [
    {
      file: './across-tenants.test.ts',
      tests: [
        'names every statement that runs outside the view of a tenant, and no other',
        'tries each statement of the list, and no other',
        'isolates every table that has tenants',
      ],
    },
  ],
  'where credentials are sent is not the caller’s to choose': [
    {
      file: '../connections/reach.test.ts',
      tests: [
        'keeps its credential where it was given for, whatever a front-end key and an end user try',
        'is nowhere listed for a front-end key without its group',
        'answers an end user of another group like one that does not exist, also with If-Match',
      ],
    },
    {
      file: '../../../connectors/src/catalogue/catalogue.test.ts',
      tests: [
        'has for %s only addresses at domains of its own',
        'sends a credential of %s to nobody who is named by a value',
      ],
    },
  ],
  'OAuth belongs to the browser that began it': [
    {
      file: '../connections/session/oauth-connect.test.ts',
      tests: [
        'connects nobody who consents in another browser, and lets the first go on',
        'is not taken up by a second browser once one has',
      ],
    },
  ],
  'signing in again stays with the same account': [
    {
      file: '../connections/session/oauth-connect.test.ts',
      tests: ['signing in to another account than the connected one'],
    },
  ],
  'sign-up is closed unless opened': [
    {
      file: '../sign-in/sign-up.test.ts',
      tests: [
        'lets in by PLATFORM_SIGN_UP=%s',
        'gives organizations to people who have confirmed their address only',
      ],
    },
  ],
  'confirming an address ends what a stranger prepared': [
    {
      file: '../sign-in/sign-up.test.ts',
      tests: [
        'leaves a stranger who signed up with an address nothing of the account',
        'answers alike whether there is an account, and tells who reads the mail',
        'is given to who confirms the address, and the password of before ends',
      ],
    },
  ],
  'the AWS role of the server is the operator’s': [
    {
      file: '../notifications/sinks/conformance.test.ts',
      tests: [
        'are apart unless the operator named the project, and always with an endpoint of the caller',
        'stay apart for what was stored before, and ask no metadata service',
      ],
    },
    {
      file: '../notifications/sinks/aws-role.test.ts',
      tests: ['asks nobody at an address that the operator has not allowed'],
    },
  ],
  'what the operator configures and what tenants configure have fences of their own': [
    {
      file: '../sign-in/mailer.test.ts',
      tests: ['sends nothing to %s unless its network is allowed'],
    },
    {
      file: '../notifications/sinks/conformance.test.ts',
      tests: ['sends nothing to an address that is not allowed'],
    },
  ],
  'a statement that is slipped in lifts nothing': [
    {
      file: '../db/roles.test.ts',
      tests: [
        'sees nothing of others %s',
        'may not: %s',
        'lets nothing that works for all tenants own, bypass, alter or rewrite the log',
      ],
    },
  ],
}

it.each(Object.entries(rules))('%s', (_rule, proofs) => {
  for (const { file, tests } of proofs) {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8')
    for (const test of tests) expect(text).toMatch(new RegExp(`['"\`]${escaped(test)}['"\`]`))
  }
})

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
