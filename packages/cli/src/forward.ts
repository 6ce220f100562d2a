import { createHmac, randomBytes } from 'node:crypto'
import type { Schemas } from '@platform/client'
import type { Target } from './target.ts'
import { CommandError, painter, print, printable, type Terminal } from './terminal.ts'
import { untilInterrupted } from './until-interrupted.ts'
import { toError } from './to-error.ts'

interface Forwarding {
  to: string
  signingKey?: string | undefined
  json?: boolean | undefined
}

/**
 * Posts what the project sends from now on to an address of this computer, signed as webhooks are, and
 * shows each reply. Every event is kept, also where the project sends it nowhere, so nothing is made at
 * the server and nothing can be left behind there.
 */
export async function forward(
  target: Target,
  terminal: Terminal,
  { to, signingKey = `whsec_${randomBytes(24).toString('base64')}`, json }: Forwarding,
): Promise<void> {
  if (!URL.canParse(to)) throw new CommandError(`--forward-to must be a URL, not ${to}.`)
  if (!signingKey.startsWith('whsec_')) {
    throw new CommandError('--signing-key must be a whsec_… key: others cannot be signed with.')
  }
  const paint = painter(terminal, terminal.stderr)
  const since = new Date()
  print(
    terminal.stderr,
    `Forwarding what ${target.project} sends to ${to}; Ctrl-C ends it.`,
    paint('dim', `signing key  ${signingKey}`),
  )
  const news = newEvents(target, since)
  await untilInterrupted(async () => {
    for (const eventId of await news()) {
      await pass(await eventOf(target, eventId), { to, signingKey, json }, terminal)
    }
    return undefined
  })
}

type Event = Schemas['EventWithBody']

/** A function that answers the IDs of the events since it was last called, the oldest first. */
function newEvents({ client, project }: Target, since: Date): () => Promise<string[]> {
  const params = { projectIdOrName: project }
  const seen = new Set<string>()
  let from = since
  return async () => {
    const found: { id: string; createTime: string }[] = []
    let pageToken: string | undefined
    do {
      const page = await client.page('/v1/projects/{projectIdOrName}/events', {
        params,
        query: { from: from.toISOString(), pageSize: 100, ...(pageToken && { pageToken }) },
      })
      found.push(...page.data)
      pageToken = page.nextPageToken
    } while (pageToken)

    const fresh = found
      .filter(({ id }) => !seen.has(id))
      .toSorted((a, b) => a.createTime.localeCompare(b.createTime))
    for (const { id } of fresh) seen.add(id)
    // Events are told of in the order of their transactions' ends: an older one may come a little later.
    const newest = fresh.at(-1)?.createTime
    if (newest) from = new Date(Math.max(since.getTime(), Date.parse(newest) - 10_000))
    return fresh.map(({ id }) => id)
  }
}

const eventOf = ({ client, project }: Target, eventId: string): Promise<Event> =>
  client.get('/v1/projects/{projectIdOrName}/events/{eventId}', {
    params: { projectIdOrName: project, eventId },
  })

async function pass(
  { id, type, body }: Event,
  { to, signingKey, json }: Forwarding & { signingKey: string },
  terminal: Terminal,
): Promise<void> {
  const text = JSON.stringify(body)
  const beganAt = performance.now()
  const outcome = await fetch(to, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...signed(id, text, signingKey) },
    body: text,
    signal: AbortSignal.timeout(15_000),
  }).then(
    async (reply) => ({ status: reply.status, text: (await reply.text()).slice(0, 200) }),
    (error: Error) => ({ status: 0, text: causeOf(error) }),
  )
  const milliseconds = Math.round(performance.now() - beganAt)
  if (json) {
    print(terminal.stdout, JSON.stringify({ id, type, body, reply: { ...outcome, milliseconds } }))
    return
  }
  const paint = painter(terminal, terminal.stdout)
  const isTaken = outcome.status >= 200 && outcome.status < 300
  const reply = outcome.status === 0 ? 'no reply' : String(outcome.status)
  print(
    terminal.stdout,
    `${paint('bold', type)} ${paint('dim', id)} → ${paint(isTaken ? 'green' : 'red', reply)} in ${milliseconds} ms`,
    ...(isTaken || !outcome.text ? [] : [`  ${printable(outcome.text)}`]),
  )
}

const causeOf = ({ message, cause }: Error) => toError(cause).code ?? message

/** The headers of the Standard Webhooks specification. */
function signed(id: string, body: string, signingKey: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(signingKey.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
