import type { ProjectId } from '@platform/contract'
import type { Dispatcher } from 'undici'
import { createFairPlaces, type FairPlaces } from './fair-places.ts'

/** Owner of a request: a project, or the operator. */
export type EgressTenant = ProjectId | 'operator'

type Handler = Dispatcher.DispatchHandler
type Controller = Dispatcher.DispatchController
type Dispatch = (options: Dispatcher.DispatchOptions, handler: Handler) => boolean
type DispatchFor = (tenant: EgressTenant, ...request: Parameters<Dispatch>) => boolean

/** When to retry a request that got no connection. */
const retryAfterMs = 5_000

/**
 * All connections to the origin that the tenant may use were busy for too long; nothing was sent.
 */
export class NoFreeConnectionError extends Error {
  override name = 'NoFreeConnectionError'
  readonly code = 'ENOCONNECTION'
  readonly retryAfterMs = retryAfterMs

  constructor(origin: string) {
    super(`All connections to ${origin} that this project can use are busy.`)
  }
}

/**
 * Divides the connections to each origin among tenants. Requests without one wait for a limited
 * time; a slot is used until the reply has ended.
 */
export function createPlaces(
  dispatch: DispatchFor,
  { perOrigin, patienceMs }: { perOrigin: number; patienceMs: number },
): (tenant: EgressTenant) => Dispatch {
  const origins = new Map<string, FairPlaces<EgressTenant>>()

  const placesOf = (origin: string): FairPlaces<EgressTenant> => {
    let places = origins.get(origin)
    if (!places) origins.set(origin, (places = createFairPlaces(perOrigin)))
    return places
  }

  return (tenant) => (options, handler) => {
    const signal = signalOf(options)
    if (signal?.aborted) {
      handler.onResponseError?.(unsent, reasonOf(signal))
      return true
    }
    const origin = String(options.origin)
    const places = placesOf(origin)
    const forgetIfIdle = () => {
      if (places.isIdle()) origins.delete(origin)
    }
    const request = new PlacedRequest({
      handler,
      signal,
      leave() {
        places.leave(tenant)
        forgetIfIdle()
      },
    })
    let isReady = false
    const stopWaiting = places.enter(tenant, () => {
      request.stopWaiting?.()
      isReady = dispatch(tenant, options, request)
    })
    if (!stopWaiting) return isReady
    const timer = setTimeout(() => request.fail(new NoFreeConnectionError(origin)), patienceMs)
    request.stopWaiting = () => {
      clearTimeout(timer)
      stopWaiting()
      forgetIfIdle()
    }
    return false
  }
}

const signalOf = (options: object): AbortSignal | undefined =>
  'signal' in options && options.signal instanceof AbortSignal ? options.signal : undefined

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('The request was aborted.', { cause: reason })

/** A request that has not been sent has nothing to control. */
const unsent: Controller = {
  aborted: true,
  paused: false,
  reason: null,
  abort() {},
  pause() {},
  resume() {},
}

/**
 * A request from its creation until its slot is free again. It respects its signal even before it
 * is sent, while it waits for a slot or a connection.
 */
class PlacedRequest implements Handler {
  stopWaiting: (() => void) | undefined
  private readonly handler: Handler
  private readonly leave: () => void
  private readonly signal: AbortSignal | undefined
  /** Why it failed before it was sent; its handler has been notified. */
  private failure: Error | undefined
  private isOver = false

  constructor({
    handler,
    signal,
    leave,
  }: {
    handler: Handler
    signal: AbortSignal | undefined
    leave: () => void
  }) {
    this.handler = handler
    this.leave = leave
    this.signal = signal
    signal?.addEventListener('abort', this)
  }

  /** The signal is aborted. */
  handleEvent(): void {
    if (this.signal) this.fail(reasonOf(this.signal))
  }

  private stopObeying(): void {
    this.signal?.removeEventListener('abort', this)
  }

  private free(): void {
    if (this.isOver) return
    this.isOver = true
    this.leave()
  }

  /** Ends the request before it is sent. Its slot stays in use until its connection is free. */
  fail(error: Error): void {
    if (this.failure) return
    this.failure = error
    this.stopObeying()
    this.stopWaiting?.()
    this.handler.onResponseError?.(unsent, error)
  }

  onRequestStart(controller: Controller, context: unknown): void {
    this.stopObeying()
    if (this.failure) controller.abort(this.failure)
    else this.handler.onRequestStart?.(controller, context)
  }

  onResponseStart(...reply: Parameters<NonNullable<Handler['onResponseStart']>>): void {
    this.handler.onResponseStart?.(...reply)
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.handler.onResponseData?.(controller, chunk)
  }

  onResponseEnd(...end: Parameters<NonNullable<Handler['onResponseEnd']>>): void {
    this.free()
    this.handler.onResponseEnd?.(...end)
  }

  onResponseError(controller: Controller, error: Error): void {
    this.stopObeying()
    this.free()
    if (!this.failure) this.handler.onResponseError?.(controller, error)
  }
}
