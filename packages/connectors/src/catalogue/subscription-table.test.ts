import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { catalogue, getEntryFile } from './catalogue.ts'
import type { AppWebhookRules } from '../declarative/subscribe/app-webhook-rules.ts'
import type { SubscribeRules } from '../declarative/subscribe/rules.ts'
import type { Verify } from '../declarative/subscribe/verify-rules.ts'
import { requireValue } from '../require-value.ts'

const secrets = {
  ours: 'a secret of the subscription',
  reply: 'the secret of the webhook',
  app: 'the secret of the provider app (required)',
}

function describeVerification(verify: Verify): string {
  if (verify.style === 'url') return 'the secret URL alone'
  if (verify.style === 'basic') return 'HTTP basic authentication'
  if (verify.style === 'token') {
    const place = verify.each === undefined ? 'the body' : 'each event'
    return `${secrets[verify.secret]} in ${verify.header === undefined ? place : 'a header'}`
  }
  if (verify.style === 'publicKey') return describeKeyPair(verify)
  const { hash, secret, param, stamped, timed } = verify
  const key = param === undefined ? secrets[secret] : `\`${param}\` of the provider app (required)`
  const seconds = (stamped ?? timed)?.toleranceSeconds
  const age = seconds === undefined ? '' : `, at most ${seconds / 60} minutes old`
  return `HMAC-${hash.toUpperCase()} with ${key}${age}`
}

function describeKeyPair(verify: Verify & { style: 'publicKey' }): string {
  const { algorithm, key, param, timed, sent } = verify
  const name = algorithm === 'ed25519' ? 'Ed25519' : 'ECDSA P-256'
  const whose = key === undefined ? `\`${param}\` of the provider app (required)` : 'its public key'
  const seconds = (timed ?? sent)?.toleranceSeconds
  const age = seconds === undefined ? '' : `, at most ${seconds / 60} minutes old`
  return `${name} with ${whose}${age}`
}

function describeRepeats({ id, time, record }: SubscribeRules['delivery']): string {
  if (record === undefined) return 'modification time'
  if (id?.startsWith('header:')) return `\`${id.slice('header:'.length)}\``
  if (id !== undefined) return 'the event’s ID'
  return time ? 'content' : 'nothing'
}

function describeUpkeep({ parent, update, expiresAfterSeconds: seconds }: SubscribeRules): string {
  const per = parent ? `one of each record of \`${parent.object}\`; ` : ''
  if (seconds !== undefined) {
    const days = Math.round((seconds / 2 / 86_400) * 10) / 10
    return `${per}renewed every ${days} days${update ? '; recreated if removed' : ''}`
  }
  return per + (update ? 'updated in place; recreated if removed' : 'removal is not detected')
}

it('is documented for every provider whose file declares webhooks', async () => {
  const docs = await readFile(new URL('../../../../docs/subscribing.md', import.meta.url), 'utf8')
  const rows = Object.entries(catalogue).flatMap(([name, entry]) => {
    const { subscribe, like } = requireValue(getEntryFile(entry))
    // Sandboxes and other sign-ins have the rules of their provider.
    if (!subscribe || like !== undefined) return []
    const cells = [
      name,
      describeVerification(subscribe.verify),
      describeRepeats(subscribe.delivery),
      describeUpkeep(subscribe),
    ]
    return [cells.join(' | ')]
  })
  const documented = docs
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 6)
    .map((cells) => cells.slice(1, -1).join(' | '))

  expect(documented.filter((row) => /^[a-z]\w+ \| /.test(row))).toEqual(rows)
})

function describeHandshake({ handshake }: AppWebhookRules): string {
  if (!handshake) return 'a signed request'
  if (handshake.style === 'token') return 'a token that the builder confirms'
  if (handshake.style === 'hash') return 'a value, returned with its HMAC'
  if (handshake.challenge.at === undefined) return `a ${handshake.challenge.method} request`
  return `a value, repeated${handshake.signed ? '; signed' : ''}`
}

it('is documented for every provider whose file declares webhooks of an app', async () => {
  const docs = await readFile(new URL('../../../../docs/subscribing.md', import.meta.url), 'utf8')
  const rows = Object.entries(catalogue).flatMap(([name, entry]) => {
    const { appWebhooks, objects = {}, like } = requireValue(getEntryFile(entry))
    const original = like === undefined ? undefined : catalogue[like]
    if (!appWebhooks || (original && getEntryFile(original)?.appWebhooks)) return []
    const heard = Object.entries(objects).flatMap(([object, { events }]) =>
      events ? [object] : [],
    )
    const cells = [
      name,
      // Every key is one of the provider app.
      describeVerification(appWebhooks.verify)
        .replace('the secret of the provider app (required)', 'the client secret')
        .replace(' of the provider app (required)', ''),
      `\`${appWebhooks.account.connection}\``,
      describeHandshake(appWebhooks),
      heard.length > 8 ? `${heard.length} objects` : heard.map((one) => `\`${one}\``).join(', '),
    ]
    return [cells.join(' | ')]
  })
  const documented = docs
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 7)
    .map((cells) => cells.slice(1, -1).join(' | '))

  expect(documented.filter((row) => /^[a-z]\w+ \| /.test(row))).toEqual(rows)
})
