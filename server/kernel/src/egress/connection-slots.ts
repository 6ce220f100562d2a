import type { ProjectId } from '@platform/contract'
import type { Dispatcher } from 'undici'
import { FairSlots, type FairSlot } from '../admission/fair-slots.ts'
import type { FindSlotTenant } from '../admission/slot-tenants.ts'
import { GatheredChunks } from './gathered-chunks.ts'

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

/** Informational responses (1xx) before a reply: of hints and of processing, a server sends a few. */
const maxInformational = 100

/** The server sends informational responses and no reply. */
class NoReplyError extends Error {
  override name = 'NoReplyError'
  readonly code = 'ENOREPLY'
}

/** Maximum number of connections to an origin that wait for an answer, as a multiple of the others. */
export const lentPerOrigin = 4

export interface ConnectionSlotsOptions {
  perOrigin: number
  patienceMs: number
  findTenant: FindSlotTenant
  /** While an answer takes longer, its connection is not counted. */
  usualAnswerMs: number
}

/**
 * Divides the connections to each origin among tenants. Requests without one wait for a limited
 * time; a slot is used until the reply has ended, or takes longer than usual to begin or to end.
 */
export function divideConnections(
  dispatch: DispatchFor,
  { perOrigin, patienceMs, findTenant, usualAnswerMs }: ConnectionSlotsOptions,
): (tenant: EgressTenant) => Dispatch {
  const origins = new Map<string, FairSlots>()

  const openSlots = (origin: string): FairSlots => {
    let slots = origins.get(origin)
    if (!slots) {
      slots = new FairSlots({ slots: perOrigin, maxLent: perOrigin * lentPerOrigin })
      origins.set(origin, slots)
    }
    return slots
  }

  return (tenant) => (options, handler) => {
    const signal = getSignal(options)
    if (signal?.aborted) {
      handler.onResponseError?.(unsent, getAbortReason(signal))
      return true
    }
    const origin = String(options.origin)
    const slots = openSlots(origin)
    const forgetIfIdle = () => {
      if (slots.isIdle()) origins.delete(origin)
    }
    const request = new QueuedRequest({ handler, signal })
    let isReady = false
    const stopWaiting = slots.enter(findTenant(tenant), (slot) => {
      request.stopWaiting?.()
      request.begin(slot, { usualAnswerMs, released: forgetIfIdle })
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

const getSignal = (options: object): AbortSignal | undefined =>
  'signal' in options && options.signal instanceof AbortSignal ? options.signal : undefined

const getAbortReason = ({ reason }: AbortSignal): Error =>
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
class QueuedRequest implements Handler {
  stopWaiting: (() => void) | undefined
  private readonly handler: Handler
  private leave: (() => void) | undefined
  private readonly signal: AbortSignal | undefined
  /** Why it failed before it was sent; its handler has been notified. */
  private failure: Error | undefined
  private informational = 0
  private chunks: GatheredChunks | undefined

  constructor({ handler, signal }: { handler: Handler; signal: AbortSignal | undefined }) {
    this.handler = handler
    this.signal = signal
    signal?.addEventListener('abort', this)
  }

  /** Uses the slot until the reply has ended. */
  begin(
    slot: FairSlot,
    { usualAnswerMs, released }: { usualAnswerMs: number; released: () => void },
  ): void {
    const timer = setTimeout(() => slot.lend(), usualAnswerMs)
    this.leave = () => {
      this.leave = undefined
      clearTimeout(timer)
      slot.release()
      released()
    }
  }

  /** The signal is aborted. */
  handleEvent(): void {
    if (this.signal) this.fail(getAbortReason(this.signal))
  }

  private stopObeying(): void {
    this.signal?.removeEventListener('abort', this)
  }

  private free(): void {
    this.leave?.()
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
    const [controller, status] = reply
    if (status < 200 && ++this.informational > maxInformational) {
      controller.abort(new NoReplyError('The server sent informational responses and no reply.'))
      return
    }
    this.handler.onResponseStart?.(...reply)
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.chunks ??= new GatheredChunks((gathered) =>
      this.handler.onResponseData?.(controller, gathered),
    )
    this.chunks.add(chunk)
  }

  onResponseEnd(...end: Parameters<NonNullable<Handler['onResponseEnd']>>): void {
    this.chunks?.flush()
    this.free()
    this.handler.onResponseEnd?.(...end)
  }

  onResponseError(controller: Controller, error: Error): void {
    this.stopObeying()
    this.chunks?.clear()
    this.free()
    if (!this.failure) this.handler.onResponseError?.(controller, error)
  }
}
