/** Places of which one tenant gets only so many at a time. */
export interface Share {
  /** Waits for a place; what is answered gives it back. */
  take(): Promise<() => void>
}

/**
 * Keeps one tenant from holding all connections of a pool: who waits for a lock, or for another of
 * the same tenant, waits here, and not on a connection that others need.
 */
export function createShare({ places, patienceMs }: { places: number; patienceMs: number }): Share {
  let busy = 0
  const waiting = new Set<() => void>()

  const giveBack = () => {
    const [next] = waiting
    if (!next) {
      busy--
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    take() {
      if (busy < places) {
        busy++
        return Promise.resolve(giveBack)
      }
      return new Promise((resolve, reject) => {
        const letIn = () => {
          clearTimeout(timer)
          resolve(giveBack)
        }
        const timer = setTimeout(() => {
          waiting.delete(letIn)
          reject(new ShareTakenError())
        }, patienceMs)
        waiting.add(letIn)
      })
    },
  }
}

/** The tenant has as many statements under way as it may, for long. */
export class ShareTakenError extends Error {
  override name = 'ShareTakenError'

  constructor() {
    super('All database connections that one tenant can use are busy.')
  }
}
