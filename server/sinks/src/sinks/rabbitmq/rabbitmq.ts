import { timeOfId } from '@platform/kernel/db/new-id'
import { getNth, must } from '@platform/kernel/values'
import type { SinkEvent } from '../event.ts'
import { acceptEntry, createBatchSink, type BatchEntry } from '../batches.ts'
import { KeptConnection } from '../kept-connection.ts'
import type { Failure, Outcome } from '../outcome.ts'
import { authorityIssues, clientCertificateIssues } from '../own-tls.ts'
import {
  AmqpConnection,
  BrokerClosedError,
  type AmqpPublication,
  type PublishConfirmation,
} from './broker-connection.ts'
import { issue, type SinkType } from '../sink.ts'
import { describeSocketFailure, describeTls, hostIssues, openSocket, parseHost } from '../tcp.ts'
import { parseTemplate, templateIssues } from '../template.ts'

const ports = { secured: 5671, plain: 5672 }
/** The default `max_message_size` of RabbitMQ 4. https://www.rabbitmq.com/docs/limits#message-size */
const limits = {
  service: 'RabbitMQ',
  maxEntries: 1_000,
  maxMessageBytes: 16 * 1024 * 1024,
  maxCallBytes: 4 * 1024 * 1024,
}
/** Names and routing keys have one byte for their length. */
const maxNameBytes = 255
const preconditionFailed = 406

/**
 * RabbitMQ: publishes batches of persistent messages to an exchange or queue, each with the event's ID,
 * type, time and data, and ID and type as properties and headers. A message counts as delivered when the
 * broker has confirmed it and at least one queue has it.
 */
export const rabbitmq: SinkType = {
  type: 'rabbitmq',
  isWebhook: false,
  secretsFollow: ['host', 'sslMode', 'caCertificate'],

  validate({ metadata, credentials }, { egress }) {
    const { host = '', exchange, queue, routingKeyTemplate, username, caCertificate } = metadata
    return [
      ...hostIssues('metadata.host', host, { egress, example: 'mq.acme.example:5671' }),
      ...(exchange === undefined && queue === undefined
        ? [issue('metadata.exchange', 'Set an exchange or a queue.')]
        : []),
      ...(exchange !== undefined && queue !== undefined
        ? [issue('metadata.queue', 'Set either an exchange or a queue.', queue)]
        : []),
      ...(['exchange', 'queue', 'virtualHost'] as const).flatMap((name) =>
        Buffer.byteLength(metadata[name] ?? '') > maxNameBytes
          ? [issue(`metadata.${name}`, `The name may have ${maxNameBytes} bytes.`, metadata[name])]
          : [],
      ),
      ...(routingKeyTemplate !== undefined && queue !== undefined
        ? [issue('metadata.routingKeyTemplate', 'A queue needs no routing key.')]
        : []),
      ...templateIssues('metadata.routingKeyTemplate', routingKeyTemplate),
      ...(username && !credentials.password
        ? [issue('secrets.password', 'Signing in requires a password.')]
        : []),
      ...(!username && !credentials.clientCertificate
        ? [
            issue(
              'metadata.username',
              'Signing in requires a username and password, or a client certificate.',
            ),
          ]
        : []),
      ...(caCertificate ? authorityIssues(caCertificate) : []),
      ...clientCertificateIssues(credentials),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const { username, virtualHost = '/', exchange = '', queue } = metadata
    const { password = '' } = credentials
    const host = must(metadata.host, 'host')
    const outlet = egress.forTenant(projectId)
    const findRoutingKey = createRoutingKeyFinder(queue, metadata.routingKeyTemplate)
    const kept = new KeptConnection(async (signal) => {
      const to = must(parseHost(host, 0), 'host')
      const isSecured = describeTls(metadata, to.host) !== false
      const port = to.port || (isSecured ? ports.secured : ports.plain)
      const socket = await openSocket(outlet, { ...to, port }, { metadata, credentials, signal })
      const login = username ? { username, password, virtualHost } : { virtualHost }
      return AmqpConnection.begin(socket, login, signal)
    })

    const toPublication = ({ event, body }: BatchEntry): AmqpPublication => ({
      exchange,
      routingKey: findRoutingKey(event),
      message: {
        ...{ id: event.id, type: event.type, body: Buffer.from(body) },
        time: Math.floor(timeOfId(event.id) / 1000),
      },
    })

    /** Resolves to the answer to each message. */
    const publish = (
      entries: readonly BatchEntry[],
      signal: AbortSignal,
    ): Promise<PromiseSettledResult<PublishConfirmation>[]> =>
      kept.use(signal, async (connection) => {
        const settled = await Promise.allSettled(connection.publish(entries.map(toPublication)))
        const { blockedBecause } = connection
        if (!signal.aborted || blockedBecause === undefined) return settled
        const reason = new BrokerBlockedError(`The broker accepts no messages: ${blockedBecause}`)
        return settled.map((one) => (one.status === 'rejected' ? { ...one, reason } : one))
      })

    return {
      ...createBatchSink(metadata, {
        target: `amqp://${host}/${encodeURIComponent(virtualHost)}/${exchange || queue}`,
        limits,
        async put(entries) {
          const signal = AbortSignal.timeout(timeoutMs)
          const settled = await publish(entries, signal).catch(rejectAll(entries))
          const outcomes: Outcome[] = []
          for (const [index, entry] of entries.entries()) {
            const first = getNth(settled, index)
            // A message that is too large ends the channel for those after it.
            const isShared = entries.length > 1 && isTooLarge(first)
            const last = isShared
              ? getNth(await publish([entry], signal).catch(rejectAll([entry])), 0)
              : first
            outcomes.push(toOutcome(last, password))
          }
          return outcomes
        },
      }),
      close: () => kept.close(),
    }
  },
}

/** The broker is short of memory or disk, and said so. */
class BrokerBlockedError extends Error {
  override name = 'BrokerBlockedError'
}

const rejectAll =
  (entries: readonly BatchEntry[]) =>
  (reason: unknown): PromiseSettledResult<PublishConfirmation>[] =>
    entries.map(() => ({ status: 'rejected', reason }))

/** Returns the function that computes the routing key, cut where it is too long. */
function createRoutingKeyFinder(queue: string | undefined, template: string | undefined) {
  if (queue !== undefined) return () => queue
  const fillTemplate = parseTemplate(template)
  return (event: SinkEvent) => {
    let key = fillTemplate(event, event.type).slice(0, maxNameBytes)
    while (Buffer.byteLength(key) > maxNameBytes) key = key.slice(0, -1)
    return key.toWellFormed()
  }
}

/** https://www.rabbitmq.com/docs/limits#message-size */
const isTooLarge = (settled: PromiseSettledResult<PublishConfirmation>): boolean =>
  settled.status === 'rejected' &&
  settled.reason instanceof BrokerClosedError &&
  settled.reason.code === preconditionFailed &&
  /message size/.test(settled.reason.message)

function toOutcome(settled: PromiseSettledResult<PublishConfirmation>, password: string): Outcome {
  if (settled.status === 'rejected') {
    const { reason }: { reason: unknown } = settled
    if (reason instanceof BrokerBlockedError) {
      return { ...describeSocketFailure(reason, password), class: 'timeout' }
    }
    if (!(reason instanceof BrokerClosedError)) return describeSocketFailure(reason, password)
    const failure: Failure = {
      ...describeSocketFailure(reason, password),
      class: isTooLarge(settled) ? 'tooLarge' : 'refused',
    }
    return isTooLarge(settled) ? { ...failure, isFinal: true } : failure
  }
  const answer = settled.value
  switch (answer.kind) {
    case 'accepted':
      return acceptEntry({ confirmed: true })
    case 'rejected':
      return refuse(
        'The broker rejected the message (basic.nack), as it does while a queue is full.',
      )
    case 'returned':
      return refuse(`${answer.code} ${answer.words}: no queue is bound for the message.`)
  }
}

const refuse = (detail: string): Failure => ({ succeeded: false, class: 'refused', detail })
