import { ProblemError, type QueryStore } from '@platform/client'
import { inProject } from '../api/in-project.ts'
import { bodyOf } from '../api/sign-in.ts'
import { setLive } from '../api/use-query.ts'
import type { Session } from '../session.ts'

/** What is asked for again when something of its kind has changed. */
const keys: Record<string, string[]> = {
  deliveries: ['deliveries', 'delivery', 'replays', 'destinations', 'destination'],
  operations: [
    'operations',
    'all-operations',
    'operation',
    'logs',
    'all-logs',
    'installations',
    'installation',
  ],
}

const againMs = { first: 1_000, most: 30_000 }

/**
 * Keeps what is on screen up to date while the project is open: one stream says what has changed,
 * and that is asked for again. Answers how to end it.
 */
export function watch(session: Session, store: QueryStore, project: string): () => void {
  const leaving = new AbortController()
  const { key } = inProject(project)
  const refresh = (what: string) => {
    for (const name of keys[what] ?? []) void store.invalidate(key(name))
  }
  void (async () => {
    let waitMs = againMs.first
    while (!leaving.signal.aborted) {
      try {
        await follow(session, `/live/${encodeURIComponent(project)}`, leaving.signal, (what) => {
          waitMs = againMs.first
          setLive(true)
          // What changed before the stream was there was not told.
          for (const one of what === 'open' ? Object.keys(keys) : [what]) refresh(one)
        })
      } catch (error) {
        // It is not for this person; whatever they may see is asked for now and then.
        if (error instanceof ProblemError && [403, 404].includes(error.status)) return
        // The server is away for a while, and what is on screen is asked for meanwhile.
      } finally {
        setLive(false)
      }
      await pause(waitMs, leaving.signal)
      waitMs = Math.min(waitMs * 2, againMs.most)
    }
  })()
  return () => leaving.abort()
}

async function follow(
  session: Session,
  path: string,
  signal: AbortSignal,
  heard: (what: string) => void,
): Promise<void> {
  const reply = await session.fetch(path, { signal, cache: 'no-store' })
  if (!reply.ok) await bodyOf(reply)
  if (!reply.body) return
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    const told = blocks.map((block) => /^event: (\w+)$/m.exec(block)?.[1])
    for (const what of new Set(told)) if (what) heard(what)
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
