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
  /** Signing key of the destination with `webhookInboxUrl`. */
  webhookSigningKey: string | (() => string)
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
