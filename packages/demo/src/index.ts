import { buildDemo } from './build-demo.ts'
import { Inbox } from './inbox.ts'
import type { SentMail } from './outbox.ts'
import { demoServer } from './server.ts'
import { SyncedRecords } from './synced-records.ts'
import { tokenSigner } from './tokens.ts'

export { buildDemo } from './build-demo.ts'

export interface DemoOptions {
  /** 0 takes a free one. */
  port: number
  host?: string
  /** The platform's origin, such as `http://127.0.0.1:4000`. */
  baseUrl: string
  projectName: string
  /** PKCS #8; the project knows the public key as `jwtKeyId`. */
  jwtPrivateKeyPem: string
  jwtKeyId: string
  /** The signing key of the destination that posts to `webhookInboxUrl`. */
  webhookSigningKey: string | (() => string)
  /** The integrations of `platform.yaml` that the page offers. */
  integrations?: string[]
  /** What the platform would have mailed, for the page `/outbox`. */
  mails?: () => readonly SentMail[]
}

export interface Demo {
  demoUrl: string
  /** POST delivers a webhook; GET answers what was received, for tests. */
  webhookInboxUrl: string
  close: () => Promise<void>
}

/** Starts the demo product: a small SaaS application that embeds the UI and receives webhooks. */
export async function startDemo({
  port,
  host = '127.0.0.1',
  baseUrl,
  projectName,
  jwtPrivateKeyPem,
  jwtKeyId,
  webhookSigningKey,
  integrations = ['salesforce-sync', 'hubspot-sync'],
  mails = () => [],
}: DemoOptions): Promise<Demo> {
  const [pages, signToken] = await Promise.all([
    buildDemo(),
    tokenSigner({ privateKeyPem: jwtPrivateKeyPem, keyId: jwtKeyId }),
  ])
  const signingKey =
    typeof webhookSigningKey === 'string' ? () => webhookSigningKey : webhookSigningKey
  const server = demoServer({
    pages,
    platformUrl: baseUrl,
    projectName,
    integrations,
    inbox: new Inbox(signingKey),
    records: new SyncedRecords(),
    signToken,
    mails,
  })

  const demoUrl = await server.listen({ port, host })
  return {
    demoUrl,
    webhookInboxUrl: `${demoUrl}/webhooks`,
    close: () => server.close(),
  }
}
