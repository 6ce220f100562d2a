import { hash } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'
import type { EgressTenant } from './connection-slots.ts'

/** A certificate and its key in PEM format, with which a request proves its sender in TLS. */
export interface ClientCertificate {
  certificate: string
  privateKey: string
}

/** What a request uses in TLS instead of the defaults. */
export interface OwnTls {
  clientCertificate?: ClientCertificate | undefined
  /** Certificates of the authorities that are trusted, in PEM format, instead of the public ones. */
  authorities?: string | undefined
}

const owned = Symbol('own TLS')

/** Options of a request with settings of its own. */
interface Owning {
  [owned]?: OwnTls
}

/** Returns the options with their settings of TLS. */
export const withOwnTls = <Options extends object>(options: Options, tls: OwnTls): Options =>
  tls.clientCertificate || tls.authorities ? { ...options, [owned]: tls } : options

interface Closable extends Pick<Dispatcher, 'dispatch'> {
  close(): Promise<void>
  destroy(): Promise<void>
}

/**
 * Connections with settings of their own. They are kept apart by tenant and settings: a connection is
 * proof of the key, and of whom it trusts, so it is shared with nobody who has others.
 */
export class OwnTlsConnections {
  readonly #make: (secureContext: SecureContext) => Closable
  readonly #max: number
  /** The least recently used first. */
  readonly #kept = new Map<string, Closable>()

  constructor({
    make,
    max,
  }: {
    make: (secureContext: SecureContext) => Closable
    /** Maximum number of settings whose connections are kept. */
    max: number
  }) {
    this.#make = make
    this.#max = max
  }

  /**
   * Returns the connections for a request; undefined if it has no settings of its own.
   * @throws Error for an unusable certificate or key
   */
  find(tenant: EgressTenant, options: object): Closable | undefined {
    const { [owned]: own }: Owning = options
    if (!own) return undefined
    const { clientCertificate, authorities } = own
    const { certificate: cert, privateKey } = clientCertificate ?? {}
    const text = JSON.stringify([tenant, cert, privateKey, authorities])
    const key = hash('sha256', text, 'base64')
    const found =
      this.#kept.get(key) ??
      this.#make(createSecureContext({ cert, key: privateKey, ca: authorities }))
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
