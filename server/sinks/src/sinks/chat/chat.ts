import { z } from 'zod'
import { headerHead, readRetryAfter, toFailure, urlIssues } from '../http-exchange.ts'
import { parseReplyBody } from '../batches.ts'
import type { SinkEvent } from '../event.ts'
import type { Outcome } from '../outcome.ts'
import { issue, type SinkType } from '../sink.ts'
import { parseTemplate, templateIssues } from '../template.ts'

const maxBatch = 20
const maxBatchBytes = 1024 * 1024
const maxTextLength = 1_000
const maxReplyBytes = 16 * 1024
/** Longer replies are pages of somebody else. */
const maxWords = 200

/**
 * Chat of Slack, or another one that accepts its incoming webhooks: posts a text for each message. The
 * address of the webhook is a secret: whoever knows it may post.
 */
export const chat: SinkType = {
  type: 'chat',
  isWebhook: false,
  secretsFollow: [],

  validate({ metadata, credentials }, context) {
    const { chatUrl } = credentials
    const issues = chatUrl
      ? urlIssues('secrets.chatUrl', chatUrl, context)
      : [issue('secrets.chatUrl', 'The URL of the incoming webhook is required.')]
    return [
      // The value is a secret.
      ...issues.map(({ name, detail }) => issue(name, detail)),
      ...templateIssues('metadata.textTemplate', metadata.textTemplate),
    ]
  },

  open({ projectId, metadata, credentials: { chatUrl = '' } }, { egress, timeoutMs }) {
    const outlet = egress.forTenant(projectId)
    const fillTemplate = parseTemplate(metadata.textTemplate, { isName: false })
    const request = { url: `chat:${new URL(chatUrl).host}`, headers: {} }
    const writeText = (event: SinkEvent) => protect(fillTemplate(event, '') || describeEvent(event))

    const post = async (text: string): Promise<Outcome> => {
      const reply = await outlet.request(chatUrl, {
        ...{ method: 'POST', timeoutMs, maxBodyBytes: maxReplyBytes },
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ text }),
      })
      return toOutcome(reply, chatUrl)
    }

    return {
      maxBatch: Math.min(metadata.batchSize ?? 1, maxBatch),
      maxBatchBytes,
      lingerMs: (metadata.maxWaitSecs ?? 0) * 1000,
      async send(events) {
        const outcome = await post(events.map(writeText).join('\n')).catch(
          (error: Error): Outcome => ({
            succeeded: false,
            ...toFailure(error),
          }),
        )
        return events.map(() => ({ ...outcome, request }))
      },
      close() {},
    }
  },
}

const Described = z
  .object({
    ...{ provider: z.string(), integrationName: z.string(), objectName: z.string() },
    ...{ groupName: z.string(), groupRef: z.string() },
    errors: z.array(z.object({ detail: z.string(), title: z.string() }).partial()),
    resultInfo: z.object({ numRecords: z.int() }),
  })
  .partial()

/** Returns the text of a message without a template: its type, whose it is, and what went wrong. */
function describeEvent({ type, body }: SinkEvent): string {
  const data = parseReplyBody(Described, body) ?? {}
  const [error] = data.errors ?? []
  const records = data.resultInfo && `${data.resultInfo.numRecords} records`
  const facts = [
    ...[data.groupName ?? data.groupRef, data.integrationName ?? data.provider, data.objectName],
    ...[records, error?.detail ?? error?.title],
  ]
  return [type, ...facts.filter(Boolean)].join(' · ')
}

/**
 * Returns the text without what chats read as links and mentions: it contains values of customers.
 * https://docs.slack.dev/messaging/formatting-message-text#escaping
 */
const protect = (text: string): string =>
  (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text)
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/@(?=channel|here|all|everyone)/gi, '@\u200b')

/** Words that are too short to be secrets occur in other texts too. */
const minSecretLength = 6

/** Reports whether a text contains a part of the address: servers that do not know it may repeat it. */
function namesAddress(text: string, chatUrl: string): boolean {
  const { pathname, searchParams } = new URL(chatUrl)
  const parts = [...pathname.split('/'), ...searchParams.values()]
  return parts.some((part) => part.length >= minSecretLength && text.includes(part))
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors */
function toOutcome(
  reply: {
    status: number
    headers: Record<string, string | string[] | undefined>
    body: string
  },
  chatUrl: string,
): Outcome {
  const { status, body } = reply
  const words = body.trim()
  const repeats = (text: string) => namesAddress(text, chatUrl)
  const isShort =
    words !== '' && words.length <= maxWords && !words.startsWith('<') && !repeats(words)
  const headers = headerHead(reply.headers) ?? {}
  const shown = Object.fromEntries(Object.entries(headers).filter(([, text]) => !repeats(text)))
  const response = { status, headers: shown, body: isShort ? words : '' }
  if (status >= 200 && status < 300) return { succeeded: true, response }
  const retryAfterMs = readRetryAfter(reply)
  return {
    succeeded: false,
    class: status >= 300 && status < 400 ? 'redirect' : 'refused',
    detail: isShort ? `${status}: ${words}` : `It answered ${status}.`,
    response,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status === 429 && { isThrottled: true }),
  }
}
