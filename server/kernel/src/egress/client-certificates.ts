import { createHash } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'
import type { EgressTenant } from './connection-slots.ts'

/** A certificate and its key in PEM format, with which a request proves its sender in TLS. */
export interface ClientCertificate {
  certificate: string
  privateKey: string
}

const presented = Symbol('client certificate')

/** Options of a request that presents a certificate. */
interface Presenting {
  [presented]?: ClientCertificate
}

/** Returns the options with a certificate to present. */
export const presentCertificate = <Options extends object>(
  options: Options,
  clientCertificate: ClientCertificate | undefined,
): Options => (clientCertificate ? { ...options, [presented]: clientCertificate } : options)

interface Closable extends Pick<Dispatcher, 'dispatch'> {
  close(): Promise<void>
  destroy(): Promise<void>
}

/**
 * Connections that present a certificate. They are kept apart by tenant, certificate and key: a
 * connection is proof of the key, so it is shared with nobody who does not have it.
 */
export class CertifiedConnections {
  readonly #make: (secureContext: SecureContext) => Closable
  readonly #max: number
  /** The least recently used first. */
  readonly #kept = new Map<string, Closable>()

  constructor({
    make,
    max,
  }: {
    make: (secureContext: SecureContext) => Closable
    /** Maximum number of certificates whose connections are kept. */
    max: number
  }) {
    this.#make = make
    this.#max = max
  }

  /**
   * Returns the connections for a request; undefined if it presents no certificate.
   * @throws Error for an unusable certificate or key
   */
  find(tenant: EgressTenant, options: object): Closable | undefined {
    const { [presented]: own }: Presenting = options
    if (!own) return undefined
    const text = JSON.stringify([tenant, own.certificate, own.privateKey])
    const key = createHash('sha256').update(text).digest('base64')
    const found =
      this.#kept.get(key) ??
      this.#make(createSecureContext({ cert: own.certificate, key: own.privateKey }))
    this.#kept.delete(key)
    this.#kept.set(key, found)
    for (const [oldest, connections] of this.#kept) {
      if (this.#kept.size <= this.#max) break
      this.#kept.delete(oldest)
      // Ends when its last request has.
      void connections.close()
    }
    return found
  }

  async destroy(): Promise<void> {
    const all = [...this.#kept.values()]
    this.#kept.clear()
    await Promise.all(all.map((connections) => connections.destroy()))
  }
}
