import { must } from '@platform/kernel/values'
import { createBatchSink, createGroupFinder } from '../batches.ts'
import { BrokerConnection, type SaslLogin } from './broker-connection.ts'
import { KafkaProducer } from './producer.ts'
import { loadProtocol } from './protocol.ts'
import { authorityIssues, clientCertificateIssues } from '../own-tls.ts'
import { issue, type SinkType } from '../sink.ts'
import { hostIssues, openSocket, parseHost } from '../tcp.ts'
import { templateIssues } from '../template.ts'

const defaultPort = 9092
/** Larger messages fail by the limit of the topic, which is 1 MiB by default. */
const limits = {
  service: 'Kafka',
  maxEntries: 1_000,
  maxMessageBytes: 16 * 1024 * 1024,
  maxCallBytes: 4 * 1024 * 1024,
}

/**
 * Kafka topic: writes batches of messages to their partitions, each with the event's ID, type, time and
 * data, and ID and type as headers. Requests that are repeated after a lost reply are stored once.
 */
export const kafka: SinkType = {
  type: 'kafka',
  isWebhook: false,
  secretsFollow: ['bootstrapServers', 'sslMode', 'caCertificate'],

  validate({ metadata, credentials }, { egress }) {
    const { bootstrapServers = '', topic = '', saslMechanism, username, caCertificate } = metadata
    return [
      ...splitServers(bootstrapServers).flatMap((server) =>
        hostIssues('metadata.bootstrapServers', server, {
          egress,
          example: 'b1.acme.example:9092,b2.acme.example:9092',
        }),
      ),
      ...(/^[\w.-]{1,249}$/.test(topic) && !/^\.{1,2}$/.test(topic)
        ? []
        : [issue('metadata.topic', 'The topic is invalid. Example: events.', topic)]),
      ...templateIssues('metadata.messageKeyTemplate', metadata.messageKeyTemplate),
      ...(saslMechanism && !(username && credentials.password)
        ? [
            issue(
              username ? 'secrets.password' : 'metadata.username',
              'Signing in requires username and password.',
            ),
          ]
        : []),
      ...(username && !saslMechanism
        ? [
            issue(
              'metadata.saslMechanism',
              'A username requires a mechanism: plain, scram-sha-256 or scram-sha-512.',
            ),
          ]
        : []),
      ...(caCertificate ? authorityIssues(caCertificate) : []),
      ...clientCertificateIssues(credentials),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const topic = must(metadata.topic, 'topic')
    const { saslMechanism: mechanism, username = '' } = metadata
    const { password = '' } = credentials
    const sasl: SaslLogin | undefined = mechanism && { mechanism, username, password }
    const outlet = egress.forTenant(projectId)
    const findKey = createGroupFinder(metadata.messageKeyTemplate, {
      isRequired: true,
      isValid: (key) => Buffer.byteLength(key) <= 1024,
    })
    const producer = new KafkaProducer({
      topic,
      servers: splitServers(metadata.bootstrapServers ?? '').map((server) =>
        must(parseHost(server, defaultPort), 'server'),
      ),
      password,
      async connect({ host, port }, signal) {
        const protocol = await loadProtocol()
        const socket = await openSocket(outlet, { host, port }, { metadata, credentials, signal })
        const room = outlet.openRoom(`${host}:${port}`)
        return BrokerConnection.begin(socket, { protocol, sasl, room, signal })
      },
    })

    return {
      ...createBatchSink(metadata, {
        target: `kafka://${splitServers(metadata.bootstrapServers ?? '')[0]}/${topic}`,
        limits,
        put: (entries) =>
          producer.produce(
            entries.map(({ event, body }) => ({
              key: must(findKey(event), 'key'),
              value: body,
              headers: { eventId: event.id, eventType: event.type },
            })),
            AbortSignal.timeout(timeoutMs),
          ),
      }),
      close: () => producer.close(),
    }
  },
}

const splitServers = (text: string): string[] => text.split(',').map((server) => server.trim())
