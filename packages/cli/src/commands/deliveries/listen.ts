import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { verifyWebhook, WebhookVerificationError } from '@platform/client/webhooks'
import { command } from '../../command.ts'
import { findVariable } from '../../target/find-variable.ts'
import { forwardMessage, printableJson, showMessages } from '../../forward.ts'
import { readQuickstart, targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import {
  CommandError,
  type Output,
  painter,
  print,
  type Style,
  type Terminal,
} from '../../terminal/terminal.ts'
import { parsePort } from '../../terminal/parse-port.ts'
import { toError } from '../../terminal/to-error.ts'
import { asMembers } from '../../files/as-members.ts'

const defaultPort = 4030

export const listenCommand = command({
  name: 'listen',
  summary: 'Show messages of the project as they arrive, forward them, or receive webhooks.',
  options: {
    port: {
      type: 'string',
      value: 'NUMBER',
      description: `Receive webhooks at this port of this machine. Default with --signing-key: ${defaultPort}.`,
    },
    'forward-to': {
      type: 'string',
      value: 'URL',
      description:
        'Forward messages of the project to this URL, such as http://localhost:3000/webhooks.',
    },
    'signing-key': {
      type: 'string',
      value: 'KEY',
      description: 'Signing secret of the destination: whsec_… or the public key whpk_….',
    },
    json: { type: 'boolean', description: 'Print each message as one line of JSON.' },
    ...targetOptions,
  },
  notes: `Without options, all events of the project and the messages to its destinations are fetched and printed
as they arrive. No destination and no public address is needed.

With --forward-to, they are also sent to your backend, and its replies are shown. They are signed with the
--signing-key, else with PLATFORM_WEBHOOK_SECRET of the environment, .env.local or .env, else with a new key
that is printed. Backends that receive with PLATFORM_RECEIVE, such as those of \`platform init\`, do not need it: they
fetch messages, and answer 404.

With --port or --signing-key, webhooks of a destination are received on this machine. Without
--signing-key, the key of the quickstart is used. Webhooks with an invalid signature are printed and
answered 401.

${targetNotes}`,
  async run({ values, terminal }) {
    if (values['forward-to']) {
      const target = await requireTarget(values, terminal)
      const signingKey = values['signing-key']
      const found =
        signingKey === undefined
          ? await findVariable('PLATFORM_WEBHOOK_SECRET', /^whsec_\S+$/, terminal)
          : undefined
      const token = await findVariable('PLATFORM_RECEIVE', /^prcv_\S+$/, terminal)
      await forwardMessage(target, terminal, {
        to: values['forward-to'],
        signingKey: signingKey ?? found?.value,
        keyFrom: found?.from,
        receivesWith: token?.from,
        json: values.json,
      })
      return 0
    }
    if (values.port === undefined && values['signing-key'] === undefined) {
      await showMessages(await requireTarget(values, terminal), terminal, { json: values.json })
      return 0
    }
    const port = chooseListenPort(values.port)
    const secret = values['signing-key'] ?? (await readQuickstart(terminal))?.webhookSigningKey
    const show = values.json ? showAsJson(terminal.stdout) : showAsText(terminal)

    const server = receiveWebhooks({ secret, show })
    await startListening(server, port)
    const paint = painter(terminal, terminal.stderr)
    const trust = secret ? 'verifying signatures' : 'no signing key, so nothing is verified'
    print(
      terminal.stderr,
      `Listening on http://127.0.0.1:${parsePort(server)} ${paint('dim', `(${trust})`)}`,
    )

    await waitForStop(server)
    return 0
  },
})

function chooseListenPort(text: string | undefined): number {
  if (text === undefined) return defaultPort
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new CommandError(`--port must be a number from 0 to 65535, not ${text}.`)
}

async function startListening(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code, message } = toError(cause)
    const reason = code === 'EADDRINUSE' ? 'it is in use; choose another with --port' : message
    throw new CommandError(`Cannot listen on port ${port}: ${reason}.`, 2, { cause })
  }
}

/** Waits for Ctrl-C. */
async function waitForStop(server: Server): Promise<void> {
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await once(server, 'close')
  process.off('SIGINT', stop)
  process.off('SIGTERM', stop)
}

export interface ListenedMessage {
  time: string
  id: string
  isVerified: boolean
  /** Why verification failed, if a key is given. */
  reason?: string
  message: unknown
}

export interface Receiver {
  secret: string | undefined
  show: (received: ListenedMessage) => void
}

/** Starts a server that verifies, prints and acknowledges every POST request. */
export function receiveWebhooks({ secret, show }: Receiver): Server {
  return createServer((request, response) => {
    answerDelivery(request, response, { secret, show }).catch(() => response.destroy())
  })
}

const bytesAtMost = 5_000_000

async function answerDelivery(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, show }: Receiver,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST' }).end()
    return
  }
  const body = await readBody(request)
  if (!body) {
    response.writeHead(413, { connection: 'close' }).end()
    return
  }
  const received = examine(body, request, secret)
  show(received)
  response.writeHead(secret && !received.isVerified ? 401 : 204).end()
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesAtMost) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function examine(
  body: Buffer,
  request: IncomingMessage,
  secret: string | undefined,
): ListenedMessage {
  const time = new Date().toISOString()
  const id = String(request.headers['webhook-id'] ?? '')
  if (!secret) return { time, id, isVerified: false, message: readable(body) }
  try {
    const message = verifyWebhook({ body, headers: request.headers, secret })
    return { time, id, isVerified: true, message }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return { time, id, isVerified: false, reason: error.message, message: readable(body) }
  }
}

function readable(body: Buffer): unknown {
  const text = body.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const showAsJson = (output: Output) => (received: ListenedMessage) =>
  print(output, JSON.stringify(received))

const showAsText = (terminal: Terminal) => {
  const paint = painter(terminal, terminal.stdout)
  return ({ time, id, isVerified, reason, message }: ListenedMessage): void => {
    const [style, seal]: [Style, string] = isVerified
      ? ['green', 'verified']
      : reason
        ? ['red', 'REFUSED']
        : ['yellow', 'not verified']
    print(
      terminal.stdout,
      `${paint('dim', time)} ${paint('bold', describeMessage(message))} ${paint(style, seal)} ${paint('dim', printable(id))}`,
      ...(reason ? [paint('red', reason)] : []),
      printableJson(message),
      '',
    )
  }
}

/** Returns a label such as `connection.created`, or `read contacts (50)`. */
function describeMessage(message: unknown): string {
  const { notificationType, action, objectName, resultInfo } = asMembers(message)
  if (typeof notificationType === 'string') return printable(notificationType)
  if (typeof action !== 'string') return 'webhook'
  return printable(
    `${action} ${String(objectName)} (${String(asMembers(resultInfo)['numRecords'] ?? 0)})`,
  )
}

/** Removes control characters: foreign content must not control the terminal. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, '').slice(0, 200)
