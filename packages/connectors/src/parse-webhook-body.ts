import { isUtf8 } from 'node:buffer'
import {
  parseExactly,
  TooDeepError,
  WebhookRefusedError,
  type IncomingWebhook,
} from '@platform/connector'

/** Deeper than any event may be: a batch is parsed whole, so that one bad event takes no others with it. */
const maxDepth = 2_000

/** Parses the body of a provider's webhook, with all digits of its numbers and without a byte order mark. */
export function parseWebhookBody({ rawBody }: IncomingWebhook): unknown {
  if (!isUtf8(rawBody)) throw new WebhookRefusedError(400, 'The body is not valid UTF-8.')
  try {
    const text = Buffer.from(rawBody)
      .toString()
      .replace(/^\uFEFF/, '')
    return parseExactly(text, { maxDepth })
  } catch (cause) {
    const what = cause instanceof TooDeepError ? 'nested too deeply' : 'not valid JSON'
    throw new WebhookRefusedError(400, `The body is ${what}.`, { cause })
  }
}
