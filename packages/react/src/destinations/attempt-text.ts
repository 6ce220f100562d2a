import type { DestinationText } from './destination-words.ts'
import type { DeliveryAttempt } from './destination-types.ts'

const byCause = {
  timeout: 'timeout',
  connection: 'unreachable',
  tls: 'certificate',
  addressRefused: 'privateAddress',
  redirect: 'redirect',
} as const

/** Returns the outcome of an attempt, for the customer who runs the receiver. */
export function describeAttempt(w: DestinationText, { error, response }: DeliveryAttempt): string {
  const cause = error && Object.entries(byCause).find(([name]) => name === error.class)
  if (cause) return w(cause[1])
  return response ? w('answered', { status: String(response.status) }) : w('notSent')
}
