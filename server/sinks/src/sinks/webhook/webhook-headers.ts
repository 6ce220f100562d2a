/** Headers of every webhook. */
export const ownHeaders = {
  'content-type': 'application/json',
  'user-agent': 'platform-webhooks/1',
} as const

/** The headers of Standard Webhooks: https://www.standardwebhooks.com */
export const signatureHeaders = (id: string, timestamp: number, signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
})
