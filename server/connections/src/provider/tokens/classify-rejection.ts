import {
  ProviderError,
  type CatalogueEntry,
  type ProviderOAuth2,
  parseRetryAfter,
} from '@platform/connector'
import type { EgressReply } from '@platform/kernel/egress'
import { getNowMs } from '@platform/kernel/values'
import { redactProviderText } from '../call/redact-provider-text.ts'

/**
 * Classifies a rejection. Only an explicit OAuth error ends a grant at once: an HTML page comes from a
 * proxy, whatever its status, and a busy or broken server proves nothing. Another rejection in the
 * server's own words ends it when it lasts. A rejected client is the builder's problem and does not
 * affect the grant either, unless the end user provided it.
 */
export function classifyRejection(
  { info }: CatalogueEntry,
  {
    response: { status, headers, body },
    reply,
    codes,
    isOwnClient,
    secrets,
  }: {
    response: EgressReply
    reply: Record<string, unknown> | undefined
    codes: Pick<ProviderOAuth2, 'grantEndedBy' | 'clientRefusedBy'>
    /** Whether the end user provided the client. */
    isOwnClient: boolean
    secrets: string[]
  },
): ProviderError {
  const code = findErrorCode(reply)
  const isPage = /^\s*</.test(body) || String(headers['content-type'] ?? '').includes('html')
  const description =
    reply?.error_description ??
    reply?.message ??
    findWords(typeof reply?.error === 'object' ? reply.error : reply?.errors)
  const words = redactProviderText(
    [code, reply || isPage ? description : body]
      .filter((word) => typeof word === 'string')
      .join(': '),
    {
      without: secrets,
    },
  )
  const answered = `${info.displayName ?? info.name} answered ${status}${words ? ` (${words})` : ''}.`

  const known = code?.toLowerCase() ?? ''
  const isDecided = status < 500 && status !== 429
  // Another request with the same token is no end of the grant, unless that lasts.
  const passes = typeof description === 'string' && passingWords.test(description)
  if (isDecided && !passes && codes.grantEndedBy.includes(known)) {
    return new ProviderError('credentials', answered, { status, code })
  }
  if (isDecided && codes.clientRefusedBy.includes(known)) {
    if (isOwnClient) return new ProviderError('credentials', answered, { status, code })
    return new ProviderError('unavailable', `${answered} ${correctTheApp}`, {
      status,
      code,
      isBuildersToMend: true,
    })
  }
  const [retryAfter] = [headers['retry-after']].flat()
  const retryAfterMs = parseRetryAfter(retryAfter, getNowMs()) ?? 0
  return new ProviderError('unavailable', answered, {
    status,
    code,
    // A faulty server that names the end of a grant for hours has decided as well.
    isRejection:
      (isDecided || (status !== 429 && codes.grantEndedBy.includes(known))) &&
      !isPage &&
      !passing.test(known) &&
      ![407, 408, 425].includes(status) &&
      // A success without an error comes from a proxy or a fault, not from a decision.
      (status >= 400 || (reply !== undefined && words !== '')),
    ...(retryAfterMs > 0 && { retryAfterMs }),
  })
}

/** Codes of errors that say themselves that they pass. */
const passing =
  /tempora|unavailable|(?:^|[^a-z])(?:rate|limit|server)|limit_?exceeded|too_?many|slow|busy|time_?out/

/** Descriptions of an ended grant that say that it has not, such as Salesforce's for concurrent requests. */
const passingWords =
  /already being processed|in progress|concurrent|temporar(?:y|ily)|try again (?:later|in|soon|shortly)|internal (?:server )?(?:error|failure)|service unavailable/i

/** Returns the first text in a list of errors: texts, or objects with a message. */
function findWords(errors: unknown): string | undefined {
  const first: unknown = Array.isArray(errors) ? errors[0] : errors
  if (typeof first === 'string') return first
  if (typeof first !== 'object' || first === null) return undefined
  const { message, detail, title }: { message?: unknown; detail?: unknown; title?: unknown } = first
  return [message, detail, title].find((word) => typeof word === 'string')
}

const correctTheApp = 'The provider rejects the project’s OAuth client. Fix its provider app.'

/** Returns the error code: a text, a member of an object or, for HubSpot, the status. */
function findErrorCode(reply: Record<string, unknown> | undefined): string | undefined {
  const error = reply?.error
  const nested = typeof error === 'object' && error !== null ? error : undefined
  const found = nested ? ((nested as Record<string, unknown>).code ?? undefined) : error
  const code = found ?? reply?.status
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined
}
