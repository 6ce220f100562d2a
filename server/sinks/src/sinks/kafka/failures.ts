import type { Failure } from '../outcome.ts'
import { toFailure } from '../http-exchange.ts'
import { describeError, BrokerSignInError } from './broker-connection.ts'
import type { KafkaProtocol } from './protocol.ts'

const maxDetail = 500

/** There is no access token to sign in with. */
export class NoAccessToken extends Error {
  override name = 'NoAccessToken'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.detail)
    this.failure = failure
  }
}

/** What a broker answers for the messages of one partition, or what it is about them. */
export interface PartitionError {
  failure: Failure
  /** The messages may be accepted if they are sent again soon. */
  isTemporary?: true
  /** One of the messages alone may be accepted. */
  isOfSomeMessages?: true
  /** The producer is no longer known, so its messages are numbered anew. */
  isOfProducer?: true
}

const tooLarge = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']
const ofProducer = [
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'INVALID_PRODUCER_EPOCH',
  'UNKNOWN_PRODUCER_ID',
  'INVALID_PRODUCER_ID_MAPPING',
]

/** Classifies an error code of the protocol. https://kafka.apache.org/protocol#protocol_error_codes */
export function describePartitionError(
  { protocolErrors, protocolErrorsCodesById }: KafkaProtocol,
  code: number,
  words: string | null | undefined,
): PartitionError {
  const id = String(protocolErrorsCodesById[code] ?? code)
  const known = protocolErrors[id]
  const detail = `${id}: ${words || known?.message || 'Unknown error.'}`.slice(0, maxDetail)
  if (tooLarge.includes(id)) {
    return {
      failure: { succeeded: false, class: 'tooLarge', detail, isFinal: true },
      isOfSomeMessages: true,
    }
  }
  const failure: Failure = {
    succeeded: false,
    class: 'refused',
    detail,
    ...(id === 'THROTTLING_QUOTA_EXCEEDED' && { isThrottled: true }),
  }
  if (ofProducer.includes(id)) return { failure, isTemporary: true, isOfProducer: true }
  if (id === 'INVALID_RECORD') return { failure, isOfSomeMessages: true }
  return { failure, ...(known?.canRetry && { isTemporary: true }) }
}

/** Classifies why a broker could not be asked, in its own words without the password. */
export function describeBrokerFailure(error: unknown, password: string): Failure {
  const { class: kind, detail } = classify(error)
  const shown = password === '' ? detail : detail.replaceAll(password, '…')
  return { succeeded: false, class: kind, detail: shown.slice(0, maxDetail) }
}

function classify(error: unknown): Pick<Failure, 'class' | 'detail'> {
  if (error instanceof NoAccessToken) return error.failure
  if (error instanceof BrokerSignInError) return { class: 'refused', detail: error.message }
  // What the broker rejected; others are errors of the connection to all addresses of a name.
  if (error instanceof AggregateError && 'response' in error) {
    return { class: 'refused', detail: describeError(error) }
  }
  const failure = toFailure(error instanceof Error ? error : new Error(String(error)))
  return failure.class === 'connection' && /certificate|SSL|TLS/i.test(failure.detail)
    ? { ...failure, class: 'tls' }
    : failure
}
