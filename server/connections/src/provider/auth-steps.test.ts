import { generateKeyPairSync, hash } from 'node:crypto'
import { catalogue } from '@platform/connectors'
import { must } from '@platform/kernel/values'
import { jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { takeSteps, tokensFrom } from './auth-steps.ts'

const entry = must(catalogue['snowflakeKeyPair'], 'snowflakeKeyPair')
const authSteps = must(entry.authSteps, 'authSteps')
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
const now = new Date('2026-11-30T12:00:00Z')

/** The steps send no request. */
const egress = { request: () => Promise.reject(new Error('not expected')) }

const signIn = (values: Record<string, string>) =>
  takeSteps(egress, { entry, steps: authSteps.steps, values, now })

it.each([
  ['acme-crm', 'ACME-CRM'],
  // Of an account locator, the token does not contain the region.
  ['xy12345.us-east-1', 'XY12345'],
])('signs a token for the account %s as Snowflake documents it', async (workspace, account) => {
  const taken = await signIn({ workspace, user: 'sync_user', privateKey: pem })

  const { accessToken, expiresAt } = tokensFrom(authSteps, taken, now)
  const { payload } = await jwtVerify(accessToken, publicKey, { currentDate: now })
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const fingerprint = hash('sha256', der, 'base64')
  expect(payload).toMatchObject({
    iss: `${account}.SYNC_USER.SHA256:${fingerprint}`,
    sub: `${account}.SYNC_USER`,
  })
  expect(must(payload.exp, 'exp') - must(payload.iat, 'iat')).toBeLessThanOrEqual(3600)
  expect(expiresAt).toBe(must(payload.exp, 'exp') * 1000)
})

it.each([
  ['no key', 'entered'],
  [
    'a key for another algorithm',
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }),
  ],
])('names the input for %s and does not quote it', async (_what, key) => {
  const rejected = signIn({ workspace: 'acme', user: 'sync_user', privateKey: key })

  await expect(rejected).rejects.toMatchObject({
    message: 'The value must be a PEM private key for RS256 (plain or base64).',
    variables: ['privateKey'],
  })
})
