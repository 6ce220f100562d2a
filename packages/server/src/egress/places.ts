import type { ProjectId } from '@platform/contract'
import type { Dispatcher } from 'undici'

/** Whose requests they are: a project's, or the operator's own. */
export type Tenant = ProjectId | 'operator'

type Handler = Dispatcher.DispatchHandler
type Controller = Dispatcher.DispatchController
type Dispatch = (options: Dispatcher.DispatchOptions, handler: Handler) => boolean

/** When to send a request again that got no connection. */
const retryAfterMs = 5_000

/** Every connection to the origin that the tenant may use was busy for too long; nothing was sent. */
export class NoFreeConnectionError extends Error {
  override name = 'NoFreeConnectionError'
  readonly code = 'ENOCONNECTION'
  readonly retryAfterMs = retryAfterMs

  constructor(origin: string) {
    super(`All connections to ${origin} that this project may use are busy.`)
  }
}

/** Requests to one origin. */
interface Line {
  origin: string
  busy: number
  waiting: number
  shares: Map<Tenant, Share>
}

/** Requests of one tenant to the origin. */
interface Share {
  line: Line
  tenant: Tenant
  busy: number
  waiting: Set<PlacedRequest>
}

/**
 * Divides the connections to each origin among tenants. A tenant gets another one while more are free
 * than it uses: a single tenant uses half of them at most, and however many tenants use as many as
 * they get, some are left for the next. Who gets none waits, and of those who wait the tenant that
 * uses the fewest goes first.
 */
export function createPlaces(
  dispatch: Dispatch,
  { perOrigin, patienceMs }: { perOrigin: number; patienceMs: number },
): (tenant: Tenant) => Dispatch {
  const lines = new Map<string, Line>()

  const shareOf = (origin: string, tenant: Tenant): Share => {
    let line = lines.get(origin)
    if (!line) lines.set(origin, (line = { origin, busy: 0, waiting: 0, shares: new Map() }))
    let share = line.shares.get(tenant)
    if (!share) line.shares.set(tenant, (share = { line, tenant, busy: 0, waiting: new Set() }))
    return share
  }

  const mayUseOneMore = ({ busy, line }: Share) => busy < perOrigin - line.busy

  const enter = (share: Share, request: PlacedRequest): boolean => {
    share.busy++
    share.line.busy++
    request.stopWaiting?.()
    return dispatch(request.options, request)
  }

  const leave = (share: Share) => {
    const { line } = share
    share.busy--
    line.busy--
    if (line.waiting > 0) {
      // Whoever has just had a turn comes after those who use as few.
      line.shares.delete(share.tenant)
      line.shares.set(share.tenant, share)
      letIn(line)
    }
    forgetIfIdle(share)
  }

  const forgetIfIdle = ({ line, tenant, busy, waiting }: Share) => {
    if (busy > 0 || waiting.size > 0) return
    line.shares.delete(tenant)
    if (line.shares.size === 0) lines.delete(line.origin)
  }

  const letIn = (line: Line) => {
    while (line.busy < perOrigin) {
      let next: Share | undefined
      for (const share of line.shares.values()) {
        if (share.waiting.size > 0 && share.busy < (next?.busy ?? Infinity)) next = share
      }
      const [request] = next?.waiting ?? []
      if (!next || !request || !mayUseOneMore(next)) return
      enter(next, request)
    }
  }

  const wait = (share: Share, request: PlacedRequest) => {
    share.waiting.add(request)
    share.line.waiting++
    const timer = setTimeout(
      () => request.fail(new NoFreeConnectionError(share.line.origin)),
      patienceMs,
    )
    request.stopWaiting = () => {
      clearTimeout(timer)
      if (share.waiting.delete(request)) share.line.waiting--
      forgetIfIdle(share)
    }
  }

  return (tenant) => (options, handler) => {
    const signal = signalOf(options)
    if (signal?.aborted) {
      handler.onResponseError?.(unsent, reasonOf(signal))
      return true
    }
    const share = shareOf(String(options.origin), tenant)
    const request = new PlacedRequest({ options, handler, signal, leave: () => leave(share) })
    if (share.waiting.size === 0 && mayUseOneMore(share)) return enter(share, request)
    wait(share, request)
    return false
  }
}

const signalOf = (options: object): AbortSignal | undefined =>
  'signal' in options && options.signal instanceof AbortSignal ? options.signal : undefined

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('The request was aborted.', { cause: reason })

/** There is nothing to control of a request that has not been sent. */
const unsent: Controller = {
  aborted: true,
  paused: false,
  reason: null,
  abort() {},
  pause() {},
  resume() {},
}

/**
 * A request from when it is made until its place is free again. It obeys its signal before it is sent
 * too, while it waits for a place or for a connection to come about.
 */
class PlacedRequest implements Handler {
  readonly options: Dispatcher.DispatchOptions
  stopWaiting: (() => void) | undefined
  private readonly handler: Handler
  private readonly leave: () => void
  private readonly signal: AbortSignal | undefined
  /** Why it has failed before it was sent; its handler knows. */
  private failure: Error | undefined
  private isOver = false

  constructor({
    options,
    handler,
    signal,
    leave,
  }: {
    options: Dispatcher.DispatchOptions
    handler: Handler
    signal: AbortSignal | undefined
    leave: () => void
  }) {
    this.options = options
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

  /** Ends it before it is sent. A place that it has stays taken until its connection is free. */
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
