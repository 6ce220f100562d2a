import { ProblemError, type QueryStore } from '@platform/client'
import { inProject } from '../api/in-project.ts'
import { queriesChangedBy, liveness } from '../api/liveness.ts'
import { signInReplyBody } from '../api/sign-in.ts'
import { streamLost, shareStream } from './one-stream.ts'

/** Begins the message with the position of the database that shows the following changes. */
const positionIs = 'position '

type Fetch = typeof globalThis.fetch

const againMs = { first: 1_000, max: 30_000 }

/** Changes that are reported within this time are fetched once: a new stream reports several of them. */
const togetherMs = 50

/** The server sends a heartbeat every 3 seconds; after this silence it is considered gone. */
const silentMs = 15_000

/**
 * Keeps data on screen up to date while the project is open and visible: a stream reports what has
 * changed, and that is fetched again. Returns a function that stops it.
 */
export function keepProjectLive(
  {
    fetch,
    store,
    learnPosition,
  }: { fetch: Fetch; store: QueryStore; learnPosition(position: string | undefined): void },
  project: string,
): () => void {
  const { key } = inProject(project)
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const fetchChanged = () => {
    timer = undefined
    for (const name of changed) void store.invalidate(key(name))
    changed.clear()
  }
  const onMessage = (what: string) => {
    if (what.startsWith(positionIs)) {
      return learnPosition(what.slice(positionIs.length) || undefined)
    }
    const wasLive = liveness.is()
    liveness.set(what !== streamLost)
    // Changes before the stream was opened were not reported.
    if (what === 'open' && wasLive) return
    for (const name of queriesChangedBy(what)) changed.add(name)
    timer ??= setTimeout(fetchChanged, togetherMs)
  }
  const open = (onChange: (what: string) => void, signal: AbortSignal) =>
    keepOpen(fetch, `/live/${encodeURIComponent(project)}`, { onChange, signal })

  let hiding: AbortController | undefined
  // A hidden window has no stream and fetches everything when it becomes visible.
  const see = () => {
    hiding?.abort()
    liveness.set(false)
    if (document.visibilityState !== 'visible') return
    hiding = new AbortController()
    const { signal } = hiding
    void shareStream({
      name: `live ${project}`,
      open: (onChange) => open(onChange, signal),
      onMessage: (what) => signal.aborted || onMessage(what),
      signal,
    })
  }
  see()
  document.addEventListener('visibilitychange', see)
  return () => {
    document.removeEventListener('visibilitychange', see)
    hiding?.abort()
    clearTimeout(timer)
    liveness.set(false)
  }
}

interface FollowOptions {
  onChange: (what: string) => void
  signal: AbortSignal
}

async function keepOpen(
  fetch: Fetch,
  path: string,
  { onChange, signal }: FollowOptions,
): Promise<void> {
  let waitMs = againMs.first
  while (!signal.aborted) {
    onChange(streamLost)
    try {
      await follow(fetch, path, {
        signal,
        onChange: (what) => {
          waitMs = againMs.first
          onChange(what)
        },
      })
    } catch (error) {
      // The person may lack permission, or a proxy replies while the server restarts.
      if (error instanceof ProblemError && [403, 404].includes(error.status)) {
        waitMs = againMs.max
      }
      // While the server is unavailable, data on screen is polled.
    }
    onChange(streamLost)
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, againMs.max)
  }
}

async function follow(
  fetch: Fetch,
  path: string,
  { onChange, signal }: FollowOptions,
): Promise<void> {
  const silence = new AbortController()
  const one = AbortSignal.any([signal, silence.signal])
  const reply = await fetch(path, { signal: one, cache: 'no-store' })
  if (!reply.ok) await signInReplyBody(reply)
  if (!reply.body) return
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const timer = setTimeout(() => silence.abort(), silentMs)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    const events = blocks.filter((block) => block.includes('event: '))
    const last = events.at(-1)
    if (last) onChange(positionIs + (/"position":"([\w-]+)"/.exec(last)?.[1] ?? ''))
    const whats = events.map((block) => /^event: (\w+)$/m.exec(block)?.[1])
    for (const what of new Set(whats)) if (what) onChange(what)
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
