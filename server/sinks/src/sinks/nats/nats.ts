import { z } from 'zod'
import type { DestinationCredentials, DestinationMetadata } from '@platform/contract'
import { must } from '@platform/kernel/values'
import { acceptEntry, createBatchSink, parseReplyBody, type BatchEntry } from '../batches.ts'
import type { SinkEvent } from '../event.ts'
import { KeptConnection } from '../kept-connection.ts'
import type { Failure, Outcome } from '../outcome.ts'
import { authorityIssues, clientCertificateIssues } from '../own-tls.ts'
import { issue, type SinkType } from '../sink.ts'
import { describeSocketFailure, hostIssues, openGreetedSocket, parseHost } from '../tcp.ts'
import { parseTemplate, templateIssues } from '../template.ts'
import {
  NatsConnection,
  NatsError,
  noStream,
  NatsTooLargeError,
  readServerInfo,
  type NatsLogin,
} from './nats-connection.ts'
import { parseNatsUser } from './nats-user.ts'

const defaultPort = 4222
/** Each server has a limit of its own, 1 MiB by default; this is the highest that it can have. */
const limits = {
  service: 'NATS',
  maxEntries: 1_000,
  maxMessageBytes: 64 * 1024 * 1024,
  maxCallBytes: 4 * 1024 * 1024,
}
const maxDetail = 500
const maxSubject = 512
/** Without wildcards and white space; tokens are not empty. */
const subjectName = /^[^\s.*>]+(?:\.[^\s.*>]+)*$/
/** https://github.com/nats-io/nats-server/blob/main/server/errors.json */
const messageTooLarge = 10054

/**
 * NATS: publishes batches of messages to a stream of JetStream, each with the event's ID, type, time and
 * data. A message counts as delivered when the stream has stored it, and is stored once if it is
 * repeated within the stream's window.
 */
export const nats: SinkType = {
  type: 'nats',
  isWebhook: false,
  secretsFollow: ['host', 'sslMode', 'caCertificate'],

  validate({ metadata, credentials }, { egress }) {
    const { host = '', subject = '', subjectTemplate, username, caCertificate } = metadata
    const { password, natsCredentials } = credentials
    return [
      ...hostIssues('metadata.host', host, { egress, example: 'nats.acme.example:4222' }),
      ...(subjectName.test(subject)
        ? []
        : [
            issue(
              'metadata.subject',
              'The subject must have no spaces, wildcards or empty parts. Example: integrations.events.',
              subject,
            ),
          ]),
      ...templateIssues('metadata.subjectTemplate', subjectTemplate),
      ...(username && !password
        ? [issue('secrets.password', 'A username requires a password.')]
        : []),
      ...(natsCredentials && !parseNatsUser(natsCredentials)
        ? [
            issue(
              'secrets.natsCredentials',
              'This is no .creds file of a user: it must contain a user JWT and its seed.',
            ),
          ]
        : []),
      ...(natsCredentials && password
        ? [issue('secrets.password', 'Set either a password or a .creds file.')]
        : []),
      ...(caCertificate ? authorityIssues(caCertificate) : []),
      ...clientCertificateIssues(credentials),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const host = must(metadata.host, 'host')
    const subject = must(metadata.subject, 'subject')
    const outlet = egress.forTenant(projectId)
    const findSubject = createSubjectFinder(subject, metadata.subjectTemplate)
    const kept = new KeptConnection(async (signal) => {
      const login = toLogin(metadata, credentials)
      const to = must(parseHost(host, defaultPort), 'host')
      const { socket, greeting } = await openGreetedSocket(outlet, to, {
        ...{ metadata, credentials, signal },
        greet: (opened, { isSecured }) => readServerInfo(opened, { isSecured, signal }),
      })
      return NatsConnection.begin(socket, greeting, { login, signal })
    })

    const publishEntries = (
      entries: readonly BatchEntry[],
      signal: AbortSignal,
    ): Promise<Outcome[]> =>
      kept.use(signal, async (connection) => {
        const publications = entries.map(({ event, body }) => ({
          subject: findSubject(event),
          // The stream stores a message with the same ID once.
          headers: { 'Nats-Msg-Id': event.id, eventType: event.type },
          body,
        }))
        const replies = await Promise.allSettled(connection.publish(publications))
        return replies.map((reply, index) =>
          reply.status === 'fulfilled'
            ? toOutcome(reply.value, publications[index]?.subject ?? subject)
            : toFailed(reply.reason, credentials),
        )
      })

    return {
      ...createBatchSink(metadata, {
        target: `nats://${host}/${subject}`,
        limits,
        put: (entries) =>
          publishEntries(entries, AbortSignal.timeout(timeoutMs)).catch((error: unknown) =>
            entries.map(() => toFailed(error, credentials)),
          ),
      }),
      close: () => kept.close(),
    }
  },
}

function toLogin(
  { username }: DestinationMetadata,
  { password, natsCredentials }: DestinationCredentials,
): NatsLogin | undefined {
  if (natsCredentials) {
    return { kind: 'user', user: must(parseNatsUser(natsCredentials), 'natsCredentials') }
  }
  if (!password) return undefined
  return username ? { kind: 'password', username, password } : { kind: 'token', token: password }
}

/** Returns the function that appends what the template computes, as parts that subjects may have. */
function createSubjectFinder(subject: string, template: string | undefined) {
  const fillTemplate = parseTemplate(template)
  return (event: SinkEvent): string => {
    const rest = fillTemplate(event, '')
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- they would end the command
      .replaceAll(/[\s*>\u0000-\u001f\u007f]/g, '_')
      .split('.')
      .filter((part) => part !== '')
    return [subject, ...rest].join('.').slice(0, maxSubject).replace(/\.$/, '')
  }
}

/** https://docs.nats.io/reference/reference-protocols/nats_api_reference#publishing-to-a-stream */
const PublishReply = z.union([
  z.object({ stream: z.string(), seq: z.int().positive() }),
  z.object({ error: z.object({ err_code: z.int().optional(), description: z.string() }) }),
])

function toOutcome(text: string, subject: string): Outcome {
  if (text === noStream) return refuse(`No stream of JetStream takes the subject ${subject}.`)
  const reply = parseReplyBody(PublishReply, text)
  if (!reply) return refuse(`What answers at the subject ${subject} is no stream of JetStream.`)
  if (!('error' in reply)) return acceptEntry({ stream: reply.stream, sequence: reply.seq })
  const { err_code: code, description } = reply.error
  const detail = `${description}${code === undefined ? '' : ` (${code})`}`
  return code === messageTooLarge
    ? { ...refuse(detail), class: 'tooLarge', isFinal: true }
    : refuse(detail)
}

const refuse = (detail: string): Failure => ({
  succeeded: false,
  class: 'refused',
  detail: detail.slice(0, maxDetail),
})

function toFailed(error: unknown, { password }: DestinationCredentials): Failure {
  if (error instanceof NatsError)
    return { ...describeSocketFailure(error, password), class: 'refused' }
  if (error instanceof NatsTooLargeError) {
    return { ...refuse(error.message), class: 'tooLarge', isFinal: true }
  }
  return describeSocketFailure(error, password)
}
