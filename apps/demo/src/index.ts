import { createReceiver } from '@platform/client/receive'
import { buildDemo } from './build-demo.ts'
import { Inbox } from './inbox.ts'
import type { SentMail } from './outbox.ts'
import { demoServer } from './server.ts'
import { SyncedRecords } from './synced-records.ts'
import { tokenSigner } from './tokens.ts'

export { buildDemo } from './build-demo.ts'

export interface DemoOptions {
  /** 0 uses a free one. */
  port: number
  host?: string
  /** URL of the platform, such as `http://127.0.0.1:4000`. */
  baseUrl: string
  projectName: string
  /** PKCS #8; its public key is registered with the project as `jwtKeyId`. */
  jwtPrivateKeyPem: string
  jwtKeyId: string
  /** Token of the destination whose messages are received at `webhookInboxUrl`. */
  receiveToken: string
  /** Integrations of `platform.yaml` that the page offers. */
  integrations?: string[]
  /** Mails that the platform would have sent, for the page `/outbox`. */
  mails?: () => readonly SentMail[]
}

export interface Demo {
  demoUrl: string
  /** POST delivers a webhook; GET returns the received ones, for tests. */
  webhookInboxUrl: string
  close: () => Promise<void>
}

/** Starts the demo product: a small SaaS application that embeds the UI and receives messages. */
export async function startDemo({
  port,
  host = '127.0.0.1',
  baseUrl,
  projectName,
  jwtPrivateKeyPem,
  jwtKeyId,
  receiveToken,
  integrations = ['salesforce-sync', 'hubspot-sync'],
  mails = () => [],
}: DemoOptions): Promise<Demo> {
  const [pages, signToken] = await Promise.all([
    buildDemo(),
    tokenSigner({ privateKeyPem: jwtPrivateKeyPem, keyId: jwtKeyId }),
  ])
  const inbox = new Inbox()
  const records = new SyncedRecords()
  const ending = new AbortController()
  const server = demoServer({
    pages,
    platformUrl: baseUrl,
    projectName,
    integrations,
    inbox,
    answer: (request) => receiver.answer(request),
    records,
    signToken,
    mails,
  })

  const demoUrl = await server.listen({ port, host })
  const webhookInboxUrl = `${demoUrl}/webhooks`
  const receiver = createReceiver(
    (message, { eventId }) => {
      inbox.take(eventId, message)
      if ('action' in message) records.take(message)
    },
    { token: receiveToken, url: webhookInboxUrl, signal: ending.signal },
  )
  const receiving = receiver.run().catch((error: unknown) => console.error(error))
  return {
    demoUrl,
    webhookInboxUrl,
    async close() {
      ending.abort()
      await Promise.all([server.close(), receiving])
    },
  }
}
