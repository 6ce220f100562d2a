import { createHmac, randomBytes } from 'node:crypto'
import type { Schemas } from '@platform/client'
import { everyPage } from './target/every-page.ts'
import type { CliTarget } from './target/target.ts'
import { CommandError, painter, print, printable, type Terminal } from './terminal/terminal.ts'
import { untilInterrupted } from './terminal/until-interrupted.ts'
import { toError } from './terminal/to-error.ts'

interface Forwarding {
  to: string
  signingKey?: string | undefined
  /** Where the key comes from, in place of which the key itself is printed. */
  keyFrom?: string | undefined
  /** Where the backend of this folder has a token with which it receives messages itself. */
  receivesWith?: string | undefined
  json?: boolean | undefined
}

/**
 * Prints new events of the project, without an address or a destination. Every event is stored even
 * without a route, so nothing is created on the server or left behind.
 */
export async function showMessages(
  target: CliTarget,
  terminal: Terminal,
  { json }: { json?: boolean | undefined },
): Promise<void> {
  const news = await newEvents(target)
  const paint = painter(terminal, terminal.stdout)
  print(
    terminal.stderr,
    `Showing new messages of project ${target.project} at ${target.baseUrl}. Press Ctrl-C to stop.`,
    'To send them to a backend without PLATFORM_RECEIVE: platform listen --forward-to http://localhost:3000/webhooks',
  )
  await untilInterrupted(
    async (signal) => {
      for await (const { id, type, body, createTime, recordsOmitted } of news(signal)) {
        if (json) {
          print(terminal.stdout, JSON.stringify({ id, type, time: createTime, body }))
          continue
        }
        print(
          terminal.stdout,
          `${paint('dim', createTime)} ${paint('bold', type)} ${paint('dim', id)}`,
          printableJson(body),
          ...(recordsOmitted ? ['Its records are only for servers with read:messages.'] : []),
          '',
        )
      }
      return undefined
    },
    terminal,
    { hasAnswered: true },
  )
}

/** Formats JSON without control characters, apart from line breaks. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/(?!\n)\p{Cc}/gu, '')

/**
 * Posts new events of the project to a local URL, signed like webhooks, and prints each reply.
 * Every event is stored even without a route, so nothing is created on the server or left behind.
 */
export async function forwardMessage(
  target: CliTarget,
  terminal: Terminal,
  {
    to,
    signingKey = `whsec_${randomBytes(24).toString('base64')}`,
    keyFrom,
    receivesWith,
    json,
  }: Forwarding,
): Promise<void> {
  if (!/^https?:$/.test(URL.parse(to)?.protocol ?? '')) {
    throw new CommandError(`--forward-to must be a URL with http:// or https://, not ${to}.`)
  }
  if (!signingKey.startsWith('whsec_')) {
    throw new CommandError('--signing-key must be a whsec_… key: other keys cannot sign.')
  }
  const paint = painter(terminal, terminal.stderr)
  const news = await newEvents(target)
  print(
    terminal.stderr,
    `Forwarding messages of ${target.project} to ${to}. Press Ctrl-C to stop.`,
    paint('dim', `signing key  ${keyFrom ? `that of ${keyFrom}` : signingKey}`),
    ...(receivesWith === undefined
      ? []
      : [
          paint(
            'yellow',
            `The backend of this folder receives messages itself, with ${receivesWith}: start it without \`platform listen\`.`,
          ),
        ]),
  )
  const explained = new Set<number>()
  await untilInterrupted(
    async (signal) => {
      for await (const event of news(signal)) {
        if (event.recordsOmitted) {
          print(
            terminal.stderr,
            `${event.type} ${event.id} was not forwarded: its records are only for servers. Use an API key with read:messages.`,
          )
          continue
        }
        const status = await pass(event, { to, signingKey, json, signal }, terminal)
        const hint = hints[status]
        if (hint !== undefined && !explained.has(status)) print(terminal.stderr, hint)
        explained.add(status)
      }
      return undefined
    },
    terminal,
    { hasAnswered: true },
  )
}

/** What to do about statuses with which a backend answers all messages. */
const hints: Record<number, string> = {
  401: 'The backend verifies with another key. Pass its signing secret with --signing-key.',
  404: 'Routes that `platform init` writes answer 404, unless PLATFORM_RECEIVE_URL is set: they fetch messages with PLATFORM_RECEIVE. Start the backend with this variable, without `platform listen`. Other backends: check the path of --forward-to.',
}

type Event = Schemas['EventWithBody']

/** How much later an event may become visible than a newer one: when its transaction commits. */
const latenessMs = 10_000

/**
 * Returns a function that yields events since the last call, oldest first. All times are the
 * server's, because the local clock may be wrong. An event counts as forwarded once the next one is
 * requested, so that none is lost if the server becomes unavailable.
 */
async function newEvents({ client, project }: CliTarget) {
  const params = { projectIdOrName: project }
  const listDeliveries = async (from: number | undefined, signal?: AbortSignal) =>
    everyPage((page) =>
      client.page('/v1/projects/{projectIdOrName}/events', {
        params,
        query: { ...page, ...(from !== undefined && { from: new Date(from).toISOString() }) },
        ...(signal && { signal }),
      }),
    )
  const [newest] = await client.get('/v1/projects/{projectIdOrName}/events', {
    params,
    query: { pageSize: 1 },
  })
  const seen = new Map<string, number>()
  const see = ({ id, createTime }: { id: string; createTime: string }) =>
    seen.set(id, Date.parse(createTime))
  let from = newest && Date.parse(newest.createTime) - latenessMs
  if (from !== undefined) (await listDeliveries(from)).forEach(see)

  return async function* (signal: AbortSignal): AsyncGenerator<Event> {
    const fresh = (await listDeliveries(from, signal)).filter(({ id }) => !seen.has(id))
    for (const event of fresh.toReversed()) {
      yield await client.get('/v1/projects/{projectIdOrName}/events/{eventId}', {
        params: { ...params, eventId: event.id },
        signal,
      })
      see(event)
    }
    if (seen.size === 0) return
    from = [...seen.values()].reduce((a, b) => Math.max(a, b)) - latenessMs
    for (const [id, time] of seen) if (time < from) seen.delete(id)
  }
}

/** Returns the status of the backend's reply; 0 without one. */
async function pass(
  { id, type, body }: Event,
  { to, signingKey, json, signal }: Forwarding & { signingKey: string; signal: AbortSignal },
  terminal: Terminal,
): Promise<number> {
  const text = JSON.stringify(body)
  const beganAt = performance.now()
  const outcome = await fetch(to, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...signDelivery(id, text, signingKey) },
    body: text,
    signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
  })
    .then(async (reply) => ({ status: reply.status, text: (await reply.text()).slice(0, 200) }))
    .catch((error: Error) => ({ status: 0, text: getCause(error) }))
  if (signal.aborted) return 0
  const milliseconds = Math.round(performance.now() - beganAt)
  if (json) {
    print(terminal.stdout, JSON.stringify({ id, type, body, reply: { ...outcome, milliseconds } }))
    return outcome.status
  }
  const paint = painter(terminal, terminal.stdout)
  const isTaken = outcome.status >= 200 && outcome.status < 300
  const reply = outcome.status === 0 ? 'no reply' : String(outcome.status)
  print(
    terminal.stdout,
    `${paint('bold', type)} ${paint('dim', id)} → ${paint(isTaken ? 'green' : 'red', reply)} in ${milliseconds} ms`,
    ...(isTaken || !outcome.text ? [] : [`  ${printable(outcome.text)}`]),
  )
  return outcome.status
}

const getCause = ({ message, cause }: Error) => toError(cause).code ?? message

/** Headers of the Standard Webhooks specification. */
function signDelivery(id: string, body: string, signingKey: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(signingKey.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
