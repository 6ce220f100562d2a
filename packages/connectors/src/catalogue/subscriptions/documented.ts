import { createHmac } from 'node:crypto'

/** A subscription as the vendor's documentation shows it: requests, replies and a delivery. */
export interface Documented {
  /** Page of the vendor, or of its API reference. */
  source: string
  provider: string
  objectName: string
  created?: object
  /** Headers of the reply. */
  createdHeaders?: Record<string, string>
  /** Reply to the request for the value from which changes are reported. */
  startReply?: object
  /** Reply to the request for the secret. */
  secretReply?: object
  /** Expected in the first request. */
  request: { path?: string; method?: string; query?: object; body: object }
  requests: number
  /** Lists of the parents, by path. */
  lists?: Record<string, object>
  /** Expected in the second request. */
  activated?: { method: string; path: string; body?: object }
  secret: { from: 'reply' | 'ours' | 'app' | 'url'; isOfSeveral?: true }
  /** Check of the URL, and the expected reply. */
  challenge?: {
    request: {
      method?: string
      query?: string
      headers?: Record<string, string>
      body?: object
    }
    reply: { headers: Record<string, string>; body: string }
  }
  /** Expected in the first request of a renewal, and the longest lifetime. */
  renewed?: { method: string; path: string; hours: number; isReplaced?: true }
  delivery: {
    body: object
    /** Body, if it is a form. */
    form?: string
    /** Whether the body is empty. */
    empty?: true
    /** Body with an event of the provider and one of a stranger. */
    stranger?: object
    headers?: Record<string, string>
    /** Headers that prove the delivery. */
    sign?: (body: string, secret: string) => Record<string, string>
    /** Members of the body that prove the delivery. */
    fill?: (secret: string) => object
    /** Set if the proof is the secret itself, whatever the body is. */
    isSecretSent?: true
    /** Header of the signed time, and how old it may be. */
    time?: { header: string; toleranceSeconds: number; another?: string }
  }
  /** The event; absent if the delivery names no record. */
  event?: { type: string; recordId: string; time?: string; locator?: Record<string, string> }
  /** Objects whose changes the delivery announces. */
  announced?: string[]
  /** Headers of a delivery that announces nothing. */
  silent?: Record<string, string>
  removed: { method: string; path: string; body?: object }
}

export const makeHmac = (body: string, secret: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(body).digest(encoding)

export const makeExpectedBasic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
