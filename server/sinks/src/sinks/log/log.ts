import { timeOfId } from '@platform/kernel/db/new-id'
import { getEnvelope, type SinkEvent } from '../event.ts'
import type { Outcome } from '../outcome.ts'
import type { SinkType } from '../sink.ts'
import { headerHead, readRetryAfter, toFailure, urlIssues } from '../http-exchange.ts'
import { headerIssues } from '../webhook/webhook.ts'
import { getNowMs, must } from '@platform/kernel/values'

/** https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber */
const severityNumbers = { debug: 5, info: 9, warn: 13, error: 17 }

/**
 * Logs: sends to an OTLP/HTTP collector, or without an endpoint to the server's own structured log.
 */
export const log: SinkType = {
  type: 'log',
  isWebhook: false,
  secretsFollow: ['endpointUrl'],

  validate({ metadata, credentials }, context) {
    return [
      ...(metadata.endpointUrl || context.hasServerLog ? [] : [endpointMissing]),
      ...(metadata.endpointUrl
        ? urlIssues('metadata.endpointUrl', metadata.endpointUrl, context)
        : []),
      ...headerIssues('secrets.headers', credentials.headers),
    ]
  },

  open(
    { id, projectId, name, metadata, credentials },
    { egress, log: serverLog, hasServerLog, timeoutMs },
  ) {
    const severity = metadata.severity ?? 'info'
    // Written at any log level.
    const ownLog = serverLog.child(
      // Nested, because tenants choose the names, which must not collide with the server's.
      { destinationId: id, destination: name, attributes: metadata.attributes },
      { level: severity },
    )

    const writeOwn = (events: readonly SinkEvent[]): Outcome[] =>
      events.map((event): Outcome => {
        if (!hasServerLog) return { succeeded: false, class: 'misconfigured', detail: noServerLog }
        const notification = JSON.parse(getEnvelope(event)) as unknown
        ownLog[severity]({ eventId: event.id, notification }, event.type)
        return { succeeded: true }
      })

    const post = async (events: readonly SinkEvent[]): Promise<Outcome[]> => {
      const request = {
        url: must(metadata.endpointUrl, 'endpoint url'),
        headers: { 'content-type': 'application/json' },
      }
      try {
        const reply = await egress
          .forTenant(projectId)
          .request(must(metadata.endpointUrl, 'endpoint url'), {
            method: 'POST',
            headers: { ...credentials.headers, ...request.headers },
            body: JSON.stringify(toOtlp(events, severity, metadata.attributes)),
            timeoutMs,
          })
        const response = {
          status: reply.status,
          headers: headerHead(reply.headers),
          body: reply.body.slice(0, 1024),
        }
        if (reply.status >= 200 && reply.status < 300) {
          return events.map(() => ({ succeeded: true, request, response }))
        }
        const retryAfterMs = readRetryAfter(reply)
        return events.map(() => ({
          succeeded: false,
          class: 'status',
          detail: `It answered ${reply.status}.`,
          request,
          response,
          ...(retryAfterMs !== undefined && { retryAfterMs }),
        }))
      } catch (error) {
        const failure = toFailure(error as Error)
        return events.map(() => ({ succeeded: false, ...failure, request }))
      }
    }

    return {
      maxBatch: metadata.endpointUrl ? (metadata.batchSize ?? 200) : 100,
      maxBatchBytes: 4 * 1024 * 1024,
      lingerMs: (metadata.maxWaitSecs ?? 0) * 1000,
      send: async (events) => (metadata.endpointUrl ? post(events) : writeOwn(events)),
      close() {},
    }
  },
}

const noServerLog = 'The operator does not allow destinations to write to the server’s log.'

const endpointMissing = {
  in: 'body' as const,
  name: 'metadata.endpointUrl',
  detail: `${noServerLog} Set an OTLP/HTTP endpoint.`,
}

/** https://opentelemetry.io/docs/specs/otlp/#otlphttp */
function toOtlp(
  events: readonly SinkEvent[],
  severity: keyof typeof severityNumbers,
  attributes: Record<string, string> | undefined,
) {
  const toAttribute = ([key, value]: [string, string]) => ({ key, value: { stringValue: value } })
  return {
    resourceLogs: [
      {
        resource: { attributes: [toAttribute(['service.name', 'platform'])] },
        scopeLogs: [
          {
            scope: { name: 'platform.notifications' },
            logRecords: events.map((event) => ({
              timeUnixNano: `${timeOfId(event.id)}000000`,
              observedTimeUnixNano: `${getNowMs()}000000`,
              severityNumber: severityNumbers[severity],
              severityText: severity.toUpperCase(),
              body: { stringValue: getEnvelope(event) },
              attributes: Object.entries({
                ...attributes,
                'event.name': event.type,
                'event.id': event.id,
                'project.id': event.projectId,
              }).map(toAttribute),
            })),
          },
        ],
      },
    ],
  }
}
