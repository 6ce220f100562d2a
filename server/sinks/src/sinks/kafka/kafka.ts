import { must } from '@platform/kernel/values'
import { createBatchSink, createGroupFinder } from '../batches.ts'
import { BrokerConnection, BrokerSignInError, type SaslLogin } from './broker-connection.ts'
import { NoAccessToken } from './failures.ts'
import { KafkaProducer } from './producer.ts'
import { loadProtocol } from './protocol.ts'
import { authorityIssues, clientCertificateIssues } from '../own-tls.ts'
import { issue, type SinkType } from '../sink.ts'
import { hostIssues, openSocket, parseHost } from '../tcp.ts'
import { templateIssues } from '../template.ts'
import { openReceiverTokens, receiverTokenIssues } from '../webhook/receiver-token.ts'

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
  secretsFollow: ['bootstrapServers', 'sslMode', 'caCertificate', 'tokenUrl'],

  validate({ metadata, credentials }, context) {
    const { egress } = context
    const { bootstrapServers = '', topic = '', saslMechanism, username, caCertificate } = metadata
    const isByPassword = saslMechanism !== undefined && saslMechanism !== 'oauthbearer'
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
      ...(saslMechanism === 'oauthbearer'
        ? receiverTokenIssues({ metadata: { tokenUrl: '', ...metadata }, credentials }, context)
        : []),
      ...(isByPassword && !(username && credentials.password)
        ? [
            issue(
              username ? 'secrets.password' : 'metadata.username',
              'Signing in requires username and password.',
            ),
          ]
        : []),
      ...(username && !isByPassword
        ? [
            issue(
              'metadata.saslMechanism',
              'A username requires a mechanism with a password: plain, scram-sha-256 or scram-sha-512.',
            ),
          ]
        : []),
      ...(caCertificate ? authorityIssues(caCertificate) : []),
      ...clientCertificateIssues(credentials),
    ]
  },

  open(target, context) {
    const { projectId, metadata, credentials } = target
    const { egress, timeoutMs } = context
    const topic = must(metadata.topic, 'topic')
    const { saslMechanism: mechanism, username = '', saslExtensions: extensions = {} } = metadata
    const { password = '', clientSecret } = credentials
    const tokens = mechanism === 'oauthbearer' ? openReceiverTokens(target, context) : undefined

    /** Connections begin with the token of the moment; those whose token expires are replaced by others. */
    const openSession = async (run: (sasl: SaslLogin | undefined) => Promise<BrokerConnection>) => {
      if (!mechanism) return run(undefined)
      if (mechanism !== 'oauthbearer') return run({ mechanism, username, password })
      const token = await must(tokens, 'tokens').get()
      if ('succeeded' in token) throw new NoAccessToken(token)
      try {
        const connection = await run({ mechanism, token: token.text, extensions })
        token.isAccepted = true
        return connection
      } catch (error) {
        if (error instanceof BrokerSignInError) tokens?.forget(token)
        throw error
      }
    }
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
      password: password || (clientSecret ?? ''),
      async connect({ host, port }, signal) {
        const protocol = await loadProtocol()
        return openSession(async (sasl) => {
          const socket = await openSocket(outlet, { host, port }, { metadata, credentials, signal })
          const room = outlet.openRoom(`${host}:${port}`)
          return BrokerConnection.begin(socket, { protocol, sasl, room, signal })
        })
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
