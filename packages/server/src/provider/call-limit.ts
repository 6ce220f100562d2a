import { ProviderError } from '@platform/connector'
import type { ProjectId } from '@platform/contract'

/** Whose call it is. */
export interface CallOf {
  projectId: ProjectId
  /** What shares the provider's patience: a connection, or the provider where there is none yet. */
  of: string
  /** Nobody waits for the answer, such as of a read. */
  isBackground: boolean
}

/** How many calls to providers a project has under way. */
export interface CallLimit {
  /**
   * Waits until the project has a place for the call; what is answered gives it back.
   *
   * @throws TooManyCallsError when there is none for long
   */
  take(call: CallOf): Promise<() => void>
  /** Makes the call as soon as the project has a place for it. */
  run<Answer>(call: CallOf, send: () => Promise<Answer>): Promise<Answer>
}

/** The project makes more calls than its providers answer; nothing was sent. */
export class TooManyCallsError extends ProviderError {
  constructor(places: number) {
    super('rate-limit', `The project has ${places} calls to providers under way.`, {
      retryAfterMs: 1000,
    })
  }
}

export interface CallLimitOptions {
  /** Calls at a time of one project: so many for who waits, and as many in the background. */
  places: number
  patienceMs?: { forWhoWaits: number; inBackground: number }
}

interface Waiting {
  of: string
  letIn(release: () => void): void
}

/** The calls of one project, of those somebody waits for or of the others. */
interface Line {
  busy: number
  busyOf: Map<string, number>
  waiting: Set<Waiting>
}

/**
 * Keeps one tenant's providers from taking the whole process: a provider that does not answer holds
 * places of its own project only. Calls in the background have places of their own, and of those who
 * wait the next is whose connection has the fewest calls under way; none has more than half of them.
 */
export function createCallLimit({
  places,
  patienceMs = { forWhoWaits: 10_000, inBackground: 60_000 },
}: CallLimitOptions): CallLimit {
  const lines = new Map<string, Line>()
  const mostOfOne = Math.ceil(places / 2)
  const busyOf = (line: Line, of: string) => line.busyOf.get(of) ?? 0

  const next = (line: Line): Waiting | undefined => {
    let fairest: Waiting | undefined
    for (const one of line.waiting) {
      if (busyOf(line, one.of) >= mostOfOne) continue
      if (!fairest || busyOf(line, one.of) < busyOf(line, fairest.of)) fairest = one
    }
    return fairest
  }

  const letIn = (key: string, line: Line) => {
    for (let one = next(line); one && line.busy < places; one = next(line)) {
      const { of } = one
      line.waiting.delete(one)
      line.busy++
      line.busyOf.set(of, busyOf(line, of) + 1)
      let isHeld = true
      one.letIn(() => {
        if (!isHeld) return
        isHeld = false
        line.busy--
        if (busyOf(line, of) > 1) line.busyOf.set(of, busyOf(line, of) - 1)
        else line.busyOf.delete(of)
        if (line.busy === 0 && line.waiting.size === 0) lines.delete(key)
        letIn(key, line)
      })
    }
  }

  const take = ({ projectId, of, isBackground }: CallOf) => {
    const key = `${isBackground ? 'background' : 'foreground'} ${projectId}`
    const line = lines.get(key) ?? { busy: 0, busyOf: new Map(), waiting: new Set() }
    lines.set(key, line)
    return new Promise<() => void>((resolve, reject) => {
      const giveUp = () => {
        line.waiting.delete(waiting)
        reject(new TooManyCallsError(places))
      }
      const { inBackground, forWhoWaits } = patienceMs
      const timer = setTimeout(giveUp, isBackground ? inBackground : forWhoWaits)
      const waiting: Waiting = {
        of,
        letIn(release) {
          clearTimeout(timer)
          resolve(release)
        },
      }
      line.waiting.add(waiting)
      letIn(key, line)
    })
  }

  return {
    take,
    async run(call, send) {
      const release = await take(call)
      try {
        return await send()
      } finally {
        release()
      }
    },
  }
}
