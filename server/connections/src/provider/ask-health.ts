import {
  isCredentialRejection,
  ProviderError,
  type CatalogueEntry,
  type ProviderRequest,
  type ProviderResponse,
} from '@platform/connector'
import { providerBaseUrl, baseURLOf } from '@platform/connectors'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import type { Credentials } from '../credentials/credentials.ts'
import { canBeTried, getFirstLists } from './can-be-tried.ts'
import { findWords } from './call/redact-provider-text.ts'
import { must } from '@platform/kernel/values'
import { openSession } from './open-session.ts'
import { sendRequest } from './call/send-request.ts'

/** Tests the credentials like `askHealth`, and records the result as after any call. */
export async function tryCredentials(
  services: Services,
  db: Db,
  connectionId: ConnectionId,
): Promise<'accepted' | 'refused' | 'unclear'> {
  const session = await openSession(services, db, connectionId, { isBackground: true })
  const { entry, connection, values } = session
  if (!canBeTried(entry)) return 'unclear'
  const { projectId } = connection
  const about = { projectId, of: connectionId, isBackground: true, entry, values }

  const credentials = await session.credentials()
  let answer = await askHealth(services, { ...about, credentials })
  if (answer.outcome === 'refused') {
    const another = await session.credentials(credentials, findWords(answer.body))
    answer = await askHealth(services, { ...about, credentials: another })
  }
  const { outcome, body } = answer
  if (outcome === 'accepted') await session.recordOutcome('accepted')
  if (outcome === 'refused') await session.recordOutcome('refused', findWords(body))
  return outcome
}

/** Credentials to test, which may not be stored yet. */
interface Trial {
  projectId: ProjectId
  /** Scope of rate limiting: a connection, or the provider before there is one. */
  of: string
  isBackground?: boolean
  entry: CatalogueEntry
  values: Readonly<Record<string, string>>
  credentials: Credentials
  timeoutMs?: number
}

/**
 * Calls the provider with these credentials: the health check of the catalogue or, without one,
 * reads one record of one of its first lists. Records nothing. Redirects are not followed and prove
 * nothing.
 * @throws ProviderError if the provider does not answer
 */
export async function askHealth(
  services: Services,
  trial: Trial,
): Promise<{ outcome: 'accepted' | 'refused' | 'unclear'; body: unknown }> {
  const { entry, values } = trial
  const { authHealthCheck: check } = entry.info
  if (!check) return askFirstLists(services, trial)
  const { origin, pathname, search } = new URL(providerBaseUrl(entry, check.url, values))
  const { status, body } = await askProvider(services, trial, origin, {
    method: check.method === 'POST' ? 'POST' : 'GET',
    path: pathname + search,
  })
  const { successStatusCodes = [200] } = check
  if (successStatusCodes.includes(status)) return { outcome: 'accepted', body }
  return { outcome: isCredentialRejection(status) ? 'refused' : 'unclear', body }
}

/** Reads the first lists until one is accepted. */
async function askFirstLists(services: Services, trial: Trial): ReturnType<typeof askHealth> {
  const [first, ...others] = getFirstLists(trial.entry)
  let answer = await askList(services, trial, must(first, `list of ${trial.entry.info.name}`))
  for (const objectName of others) {
    if (answer.outcome !== 'refused') break
    const other = await askList(services, trial, objectName)
    if (other.outcome === 'accepted') answer = other
  }
  return answer
}

async function askList(
  services: Services,
  trial: Trial,
  objectName: string,
): ReturnType<typeof askHealth> {
  const { entry, values } = trial
  const baseUrl = baseURLOf(entry, values)
  let last: { response: ProviderResponse; isRefused: boolean } | undefined
  const request = async (wanted: ProviderRequest) => {
    const response = await askProvider(services, trial, baseUrl, wanted)
    last = {
      response,
      isRefused:
        isCredentialRejection(response.status) ||
        wanted.refusesCredential?.(response) === true ||
        entry.connector?.refusesCredential?.(response) === true,
    }
    return response
  }
  try {
    await entry.connector?.sampleRead({ request, metadata: values }, { objectName, fieldNames: [] })
  } catch (error) {
    // Any reply shows whether the credentials are accepted.
    if (!(error instanceof ProviderError) || !last) throw error
  }
  // Samples of objects that are read by jobs make no request.
  if (!last) return { outcome: 'unclear', body: undefined }
  const { response, isRefused } = last
  if (isRefused) return { outcome: 'refused', body: response.body }
  return { outcome: response.status < 300 ? 'accepted' : 'unclear', body: response.body }
}

const askProvider = (
  services: Services,
  { projectId, of, isBackground = false, entry, values, credentials, timeoutMs }: Trial,
  baseUrl: string,
  wanted: ProviderRequest,
): Promise<ProviderResponse> =>
  services.calls.run({ projectId, of, isBackground }, () =>
    sendRequest(services, {
      projectId,
      entry,
      baseUrl,
      values,
      credentials,
      wanted: { ...wanted, ...(timeoutMs !== undefined && { timeoutMs }) },
    }),
  )
