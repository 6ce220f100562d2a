import { isUtf8 } from 'node:buffer'
import {
  parseExactly,
  TooDeepError,
  WebhookRefusedError,
  type IncomingWebhook,
} from '@platform/connector'

/** Parses the body of a provider's webhook, with all digits of its numbers and without a byte order mark. */
export function parseWebhookBody({ rawBody }: IncomingWebhook): unknown {
  if (!isUtf8(rawBody)) throw new WebhookRefusedError(400, 'The body is not valid UTF-8.')
  try {
    return parseExactly(
      Buffer.from(rawBody)
        .toString()
        .replace(/^\uFEFF/, ''),
    )
  } catch (cause) {
    const what = cause instanceof TooDeepError ? 'nested too deeply' : 'not valid JSON'
    throw new WebhookRefusedError(400, `The body is ${what}.`, { cause })
  }
}
