import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { TemplateError } from '@platform/connectors'
import type { ConnectionStatus } from '@platform/contract'
import { listMetadataValues } from '../credentials/connection-record.ts'
import { listSecrets, type Credentials } from '../credentials/credentials.ts'
import { nextConfirmation } from '../credentials/trials.ts'
import type { Db } from '@platform/kernel/db/database'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { canBeTried } from './can-be-tried.ts'
import { askHealth } from './ask-health.ts'
import { askTokens, type TokenOwner } from './tokens/ask-tokens.ts'
import { isForTokens } from './tokens/refresh-token.ts'
import { redactProviderText, findWords } from './call/redact-provider-text.ts'
import { unusableInputs } from './unusable-inputs.ts'
import { getNow } from '@platform/kernel/values'

/** Tested credentials that a caller provided. */
export interface CredentialTest {
  /** Includes the tokens that the provider issued for them. */
  credentials: Credentials
  /** Metadata from its token reply. */
  captured: Record<string, string>
  status: Extract<ConnectionStatus, 'created' | 'working'>
  /** Why it is unknown whether the provider accepts them; null if it does, or needs none. */
  unconfirmed: string | null
  /** When they are tested again without the end user, because the provider did not answer. */
  trialTime?: Date
}

interface Given {
  entry: CatalogueEntry
  owner: TokenOwner
  credentials: Credentials
  /** Path in the body. */
  at?: string
  /** Called before the provider is asked; throws to reject the request. */
  mayAsk: () => void
  /** How long the caller waits for the test. */
  patienceMs?: number
}

/**
 * Tests credentials before they are stored: with a token request if the scheme has one, else with
 * `askHealth`. Records nothing.
 * @throws Problem if the provider refuses them
 */
export async function tryGiven(services: Services, db: Db, given: Given): Promise<CredentialTest> {
  const { entry, credentials, mayAsk, patienceMs = 10_000 } = given
  const provider = entry.info.displayName ?? entry.info.name
  const as = (unconfirmed: string | null): CredentialTest => ({
    credentials,
    captured: {},
    status: 'created',
    unconfirmed,
  })
  mustFitItsHeader(given)
  if (credentials.kind === 'none') return as(null)
  if (credentials.kind === 'authorizationCode') {
    return as(`${provider} has not been called with these tokens yet.`)
  }
  if (!isForTokens(credentials) && !canBeTried(entry)) {
    return as(`${provider} has no call that verifies them immediately.`)
  }
  mayAsk()
  const asked = isForTokens(credentials)
    ? tokensFor(services, db, given)
    : answerTo(services, given, patienceMs)
  const tried =
    (await inTime(asked, patienceMs)) ??
    as(`The reply of ${provider} does not show whether the credentials are valid.`)
  if (tried.unconfirmed === null) return tried
  const now = getNow()
  const next = nextConfirmation({ since: now, now })
  return { ...tried, ...(next.do === 'try' && { trialTime: next.at }) }
}

/**
 * Pasted values with an ellipsis or a line break cannot be sent, so a later test would not verify
 * them either.
 */
function mustFitItsHeader({ entry: { info }, credentials, at = '' }: Given): void {
  if (credentials.kind !== 'apiKey' || info.basicOpts?.apiKeyAsBasic) return
  if (info.apiKeyOpts?.query || /^[\t -~\u0080-\u00ff]*$/.test(credentials.apiKey)) return
  const detail = 'The value has a character that is not allowed in a key.'
  throw invalidInput({ in: 'body', name: `${at}apiKey`, detail })
}

/**
 * Returns the result in time; undefined if the provider is unavailable, or its reply proves
 * nothing.
 */
async function inTime(
  asked: Promise<CredentialTest | undefined>,
  patienceMs: number,
): Promise<CredentialTest | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), patienceMs)
  try {
    return await Promise.race([asked, late])
  } catch (error) {
    if (error instanceof ProviderError || error instanceof TemplateError) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function tokensFor(
  services: Services,
  db: Db,
  given: Given,
): Promise<CredentialTest | undefined> {
  const { entry, owner, credentials } = given
  const call = { projectId: owner.projectId, of: entry.info.name, isBackground: false }
  const asked = await services.calls.run(call, () => askTokens(services, db, owner, credentials))
  if (!('error' in asked)) return { ...asked, status: 'working', unconfirmed: null }
  const { cause } = asked.error
  if (cause instanceof TemplateError && 'values' in credentials) {
    throw unusableInputs(cause, { entry, inputs: credentials.values, at: given.at ?? '' })
  }
  const { failure, isBuildersToMend, message } = asked.error
  if (failure === 'credentials') throw toRejectionProblem(given, message)
  if (isBuildersToMend)
    return { credentials, captured: {}, status: 'created', unconfirmed: message }
  return undefined
}

async function answerTo(
  services: Services,
  given: Given,
  timeoutMs: number,
): Promise<CredentialTest | undefined> {
  const { entry, owner, credentials } = given
  const { outcome, body } = await askHealth(services, {
    projectId: owner.projectId,
    of: entry.info.name,
    entry,
    values: listMetadataValues(owner),
    credentials,
    timeoutMs,
  })
  if (outcome === 'refused') throw toRejectionProblem(given, findWords(body))
  if (outcome === 'unclear') return undefined
  return { credentials, captured: {}, status: 'working', unconfirmed: null }
}

/**
 * Reports the error at the field, worded for the person who entered it, followed by the provider's
 * message.
 */
function toRejectionProblem({ entry, credentials, at = '' }: Given, words: string): Problem {
  const provider = entry.info.displayName ?? entry.info.name
  const { name, what } = getCredentialField(credentials)
  const detail = `${provider} rejected ${what}.`
  const cause = redactProviderText(words, { without: listSecrets(credentials) })
  return new Problem('credentials-refused', {
    detail,
    remedy: 'Check the input and try again. Nothing was saved.',
    issues: [{ in: 'body', name: at + name, detail }],
    ...(cause && { causes: [cause] }),
  })
}

function getCredentialField(credentials: Credentials): { name: string; what: string } {
  switch (credentials.kind) {
    case 'apiKey':
      return { name: 'apiKey', what: 'this key' }
    case 'basic':
      return { name: 'basicAuth.password', what: 'this user name and password' }
    case 'clientCredentials':
      return { name: 'oauth2ClientCredentials.clientSecret', what: 'this client ID and secret' }
    case 'password':
      return { name: 'oauth2PasswordCredentials.password', what: 'what was entered' }
    default: {
      const inputs = 'values' in credentials ? Object.keys(credentials.values) : []
      const last = inputs.at(-1)
      return { name: last ? `customAuth.${last}` : 'customAuth', what: 'what was entered' }
    }
  }
}
