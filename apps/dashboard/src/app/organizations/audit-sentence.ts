import type { Schemas } from '@platform/client'
import type { ProviderNames } from '../providers/use-provider-names.ts'
import { words } from '../ui/format.ts'

type AuditRecord = Schemas['AuditRecord']

/**
 * Formats an audit entry as a sentence, such as `Ana Lima connected Salesforce for Brightwater`.
 */
export function formatAuditSentence(record: AuditRecord, providerName: ProviderNames): string {
  if (record.action === 'connectProvider') {
    return [getConsumer(record), describeConnecting(record, providerName), byLink(record)]
      .filter(Boolean)
      .join(' ')
  }
  const who = nameOfActor(record)
  const did = sentences[record.action]
  if (did) return `${who} ${typeof did === 'string' ? did : did(record, providerName)}`
  // Unknown actions of a newer server are shown by name.
  return `${who}: ${words(record.action).toLowerCase()}`
}

export const nameOfActor = ({ actor }: AuditRecord): string => {
  switch (actor.kind) {
    case 'builder':
      return actor.label ?? actor.id
    case 'consumer':
      return `${actor.id} of ${actor.label ?? 'a customer'}`
    case 'api-key':
      return actor.label ? `API key “${actor.label}”` : `API key ${actor.id}`
    default:
      return 'Someone'
  }
}

type Changed = Pick<AuditRecord, 'before' | 'after'> & { target?: string }
type Did = string | ((record: Changed, providerName: ProviderNames) => string)

const withName =
  (did: string): Did =>
  (record) =>
    [did, quoteName(record)].filter(Boolean).join(' ')

const ofCustomer =
  (did: string, of = 'of') =>
  (record: Changed): string => {
    const customer = getCustomer(record)
    return customer ? `${did} ${of} ${customer}` : did
  }

/** Names the erased person, of whom only the path remains. */
const describeErasure =
  (who: string): Did =>
  ({ target = '' }) =>
    `erased the personal data of ${decodeURIComponent(/[^/]+$/.exec(target)?.[0] ?? who)}`

/** Describes actions on each kind of resource, such as `createTopic`. */
const describeActions = (kind: string, did: (verb: string) => Did): Record<string, Did> => ({
  [`create${kind}`]: did('created'),
  [`update${kind}`]: did('changed'),
  [`delete${kind}`]: did('deleted'),
})

const sentences: Record<string, Did> = {
  ...describeActions('ApiKey', (verb) => withName(`${verb} the API key`)),
  ...describeActions('JWTKey', (verb) => withName(`${verb} the JWT key`)),
  ...describeActions('Project', (verb) => withName(`${verb} the project`)),
  ...describeActions('Org', (verb) => withName(`${verb} the organization`)),
  ...describeActions('Destination', (verb) => withName(`${verb} the destination`)),
  registerReceiver: withName('registered a receiver of the destination'),
  ...describeActions('PullConsumer', (verb) => withName(`${verb} the consumer`)),
  seekPullConsumer: withName('moved the consumer'),
  ...describeActions('Topic', (verb) => withName(`${verb} the topic`)),
  ...describeActions('EventType', (verb) => withName(`${verb} the event type`)),
  sendEvent: ofCustomer('sent an event', 'about'),
  ...describeActions('CustomerDestination', (verb) => ofCustomer(`${verb} a destination`)),
  setCustomerDestinationSettings: 'changed what customers may add as destinations',
  testCustomerDestination: 'sent a test message to a destination of a customer',
  rotateCustomerDestination: 'replaced the signing secret of a destination of a customer',
  retryCustomerDelivery: 'replayed a delivery to a destination of a customer',
  ...describeActions('Integration', (verb) => withName(`${verb} the integration`)),
  ...describeActions('ProviderApp', (verb) => (record, providerName) => {
    const provider = textIn(mergeStates(record), 'provider')
    return provider ? `${verb} the ${providerName(provider)} app` : `${verb} a provider app`
  }),
  ...describeActions('Connection', (verb) => ofCustomer(`${verb} the connection`)),
  ...describeActions('Installation', (verb) => ofCustomer(`${verb} the installation`)),
  acceptInvite: 'accepted an invite',
  addPasskey: 'added a passkey',
  addUserToOrg: 'added a member',
  batchUpsertIntegrations: ({ after }) => `deployed ${describeDeployment(after)}`,
  cancelOperation: ofCustomer('canceled an operation'),
  cancelReplay: 'canceled a replay',
  changeEmail: 'changed their email address',
  changePassword: 'changed their password',
  checkProviderEntry: 'checked a catalogue entry',
  recordProviderObject: 'recorded redacted replies of a provider',
  claimDomain: withName('claimed the domain'),
  connectAgent: 'connected an AI agent',
  approveWrite: ofCustomer('approved a write'),
  rejectWrite: ofCustomer('rejected a write'),
  createApprovalLink: 'created a link to approve a write',
  createConnectLink: ofCustomer('created a connect link', 'for'),
  deleteConnectLink: 'revoked a connect link',
  updateBranding: 'changed the look of the hosted page',
  createEventTopicRoute: (record) => `routed ${getEvent(record)} to a topic`,
  createOrgInvite: (record) =>
    `invited ${textIn(mergeStates(record), 'invitedEmail') ?? 'someone'}`,
  createRevision: (record) =>
    `deployed ${nameIn(mergeStates(record)['content']) ?? 'an integration'}`,
  createTopicDestinationRoute: 'routed a topic to a destination',
  customAuthConnect: (record, providerName) =>
    mergeStates(record)['connection']
      ? describeConnecting(record, providerName)
      : began(record, providerName),
  deleteEventTopicRoute: (record) => `stopped routing ${getEvent(record)} to a topic`,
  deleteOrgInvite: (record) =>
    `revoked the invite for ${textIn(mergeStates(record), 'invitedEmail') ?? 'someone'}`,
  deletePasskey: 'removed a passkey',
  deleteTopicDestinationRoute: 'stopped routing a topic to a destination',
  deliverResults: ofCustomer('requested redelivery of results', 'for'),
  disableTwoFactor: 'turned off their authenticator app',
  disconnectAgent: 'disconnected an AI agent',
  enableTwoFactor: 'turned on an authenticator app',
  endSessions: 'ended sessions',
  eraseConsumer: describeErasure('a person'),
  eraseGroup: describeErasure('a customer'),
  generateConnection: describeConnecting,
  getConnection: ofCustomer('viewed the credentials of the connection'),
  getDeliveredRecords: ofCustomer('viewed delivered records'),
  listKeptRecords: ofCustomer('viewed current records'),
  getDestination: withName('viewed the secrets of the destination'),
  getPreviousRecord: ofCustomer('viewed an earlier version of a record'),
  oauthConnect: began,
  oauthUpdate: (record, providerName) => began(record, providerName, 'signing in again at'),
  patchObjectConfigContent: ofCustomer('changed the configuration of the installation'),
  pauseInstallation: ofCustomer('paused the reads of the installation'),
  previewMapping: ofCustomer('previewed a change on live records'),
  removeMembership: 'removed a member',
  renamePasskey: 'renamed a passkey',
  renewBackupCodes: 'generated new backup codes',
  replayDeliveries: 'replayed deliveries',
  resetPassword: 'reset their password',
  retryDelivery: (record) => {
    const type = textIn(mergeStates(record), 'eventType')
    return ofCustomer(type ? `retried a delivery of ${type}` : 'retried a delivery', 'for')(record)
  },
  rollBackRevision: (record) => `rolled back ${nameIn(mergeStates(record)) ?? 'an integration'}`,
  rotateApiKey: withName('rotated the API key'),
  sampleRecords: ofCustomer('viewed sample records'),
  searchRecords: ofCustomer('searched records'),
  secondFactorFailed: 'entered a wrong code',
  setSupportAccess: (record) =>
    ofCustomer(
      `turned ${mergeStates(record)['supportAccess'] ? 'on' : 'off'} support access`,
      'for',
    )(record),
  signIn: 'signed in',
  signInFailed: 'failed to sign in',
  signOut: 'signed out',
  testDestination: 'sent a test message to a destination',
  testProviderApp: 'tested a provider app',
  resetProviderAppWebhook: 'accepted new verification tokens of a provider app',
  triggerRead: ofCustomer('started a read', 'for'),
  unpauseInstallation: ofCustomer('resumed the reads of the installation'),
  updateMembership: (record) => {
    const role = textIn(mergeStates(record), 'role')
    return role ? `changed the role of a member to ${role}` : 'changed the role of a member'
  },
  upsertMetadataForConnection: ofCustomer('created custom fields through a connection'),
  upsertMetadataForInstallation: ofCustomer('created custom fields for an installation'),
  writeRecords: ofCustomer('wrote records', 'for'),
}

function describeConnecting(record: Changed, providerName: ProviderNames): string {
  return `connected ${providerIn(record, providerName)} for ${getCustomer(record) ?? 'a customer'}`
}

function began(record: Changed, providerName: ProviderNames, what = 'connecting'): string {
  return ofCustomer(`started ${what} ${providerIn(record, providerName)}`, 'for')(record)
}

function providerIn(record: Changed, providerName: ProviderNames): string {
  const of = mergeStates(record)
  const provider = textIn(of, 'provider') ?? textIn(of['connection'], 'provider')
  return provider ? providerName(provider) : 'a provider'
}

/** Names the creator of the sign-in link, who may have opened it themselves. */
function byLink(record: Changed): string | undefined {
  const [kind, name] = textIn(mergeStates(record), 'byLinkOf')?.split(/:(.*)/s) ?? []
  if (kind === undefined) return undefined
  return `with a link created by ${kind === 'builder' ? name : 'your backend'}`
}

const getConsumer = (record: AuditRecord) =>
  textIn(mergeStates(record)['consumer'], 'consumerName') ?? nameOfActor(record)

function getCustomer(record: Changed): string | undefined {
  const of = mergeStates(record)
  const inConnection = toRecord(of['connection'])['group']
  return [of['group'], inConnection, of]
    .flatMap((group) => [textIn(group, 'groupName'), textIn(group, 'groupRef')])
    .find((one) => one !== undefined)
}

const getEvent = (record: Changed) => textIn(mergeStates(record), 'eventType') ?? 'an event'

/** Longer lists of integrations are counted. */
const maxNamed = 3

/** Names what a deployment changed. */
function describeDeployment(after: unknown): string {
  const all: unknown[] = Array.isArray(after) ? after : []
  const changed = all.filter((one) => textIn(one, 'change') !== 'unchanged')
  if (changed.length === 0) {
    return all.length === 0 ? 'platform.yaml' : 'platform.yaml without changes'
  }
  const names = changed.flatMap((one) => nameIn(one) ?? [])
  return names.length === changed.length && names.length <= maxNamed
    ? new Intl.ListFormat('en').format(names)
    : `${changed.length} integrations`
}

const nameIn = (of: unknown) => {
  const name = textIn(of, 'name')
  return name && `“${name}”`
}

/** Returns the name of the changed resource. */
function quoteName(record: Changed): string | undefined {
  const names = ['name', 'label', 'appName', 'domain']
  const name = names.map((key) => textIn(mergeStates(record), key)).find((one) => one !== undefined)
  return name && `“${name}”`
}

/** Returns the latest known state of the changed resource. */
const mergeStates = ({ before, after }: Changed) => ({ ...toRecord(before), ...toRecord(after) })

function textIn(value: unknown, key: string): string | undefined {
  const found = toRecord(value)[key]
  return typeof found === 'string' && found ? found : undefined
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** All possible actions with their labels: `Created the topic`. */
export const auditActions: readonly (readonly [action: string, words: string])[] = [
  ['connectProvider', 'Connected a provider'] as const,
  ...Object.entries(sentences).map(([action, did]) => {
    const text = typeof did === 'string' ? did : did({}, words)
    return [action, text.charAt(0).toUpperCase() + text.slice(1)] as const
  }),
].toSorted(([, one], [, other]) => one.localeCompare(other))
