import type { Schemas } from '@platform/client'
import { providerName } from '../ui/format.ts'

type AuditRecord = Schemas['AuditRecord']

/** A change as a sentence, such as `Ana Lima connected Salesforce for Brightwater`. */
export function sentenceOf(record: AuditRecord): string {
  const who = nameOfActor(record)
  const { action } = record
  if (action === 'connectProvider') {
    const { provider, group, consumer } = recordOf(record.after)
    const person = textIn(consumer, 'consumerName') ?? who
    const customer = textIn(group, 'groupName') ?? textIn(group, 'groupRef') ?? 'a customer'
    return `${person} connected ${providerName(String(provider))} for ${customer}`
  }
  const own = sentences[action]
  if (own) return `${who} ${own}`
  const [, verb = '', thing = ''] = /^([a-z]+)(.*)$/.exec(action) ?? []
  const past = pastTense[verb]
  if (!past) return `${who}: ${spaced(action)}`
  return [who, past, article(spaced(thing)), nameIn(record)].filter(Boolean).join(' ')
}

export const nameOfActor = ({ actor }: AuditRecord): string => {
  if (actor.kind === 'builder') return actor.label ?? actor.id
  if (actor.kind === 'consumer') return `${actor.id} of ${actor.label ?? 'a customer'}`
  return actor.kind === 'api-key' ? `API key ${actor.id}` : 'Somebody'
}

const sentences: Record<string, string> = {
  signIn: 'signed in',
  signInFailed: 'failed to sign in',
  batchUpsertIntegrations: 'deployed platform.yaml',
  createRevision: 'deployed an integration',
  rollBackRevision: 'rolled an integration back',
  oauthUpdate: 'asked for a sign-in to a connection',
  oauthConnect: 'asked for a sign-in to a provider',
  pauseInstallation: 'paused the reads of an installation',
  unpauseInstallation: 'resumed the reads of an installation',
  patchObjectConfigContent: 'changed the configuration of an installation',
}

const pastTense: Record<string, string> = {
  accept: 'accepted',
  add: 'added',
  apply: 'applied',
  batch: 'changed',
  cancel: 'cancelled',
  claim: 'claimed',
  create: 'created',
  delete: 'deleted',
  deliver: 'delivered',
  erase: 'erased',
  generate: 'generated',
  get: 'was told the secrets of',
  read: 'read',
  remove: 'removed',
  replay: 'replayed',
  retry: 'retried',
  test: 'tested',
  trigger: 'triggered',
  update: 'changed',
  upsert: 'changed',
}

const spaced = (name: string) =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

const article = (thing: string) => (thing && !thing.endsWith('s') ? `the ${thing}` : thing)

/** What people call the record that was changed. */
function nameIn({ before, after }: AuditRecord): string {
  const shown = { ...recordOf(before), ...recordOf(after) }
  const names = [
    'name',
    'label',
    'appName',
    'domain',
    'invitedEmail',
    'primaryEmail',
    'externalRef',
  ]
  const name = names.map((key) => textIn(shown, key)).find((one) => one !== undefined)
  if (name) return `“${name}”`
  const customer = textIn(shown['group'], 'groupName') ?? textIn(shown['group'], 'groupRef')
  return customer ? `of ${customer}` : ''
}

function textIn(value: unknown, key: string): string | undefined {
  const found = recordOf(value)[key]
  return typeof found === 'string' && found ? found : undefined
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
