/** Slots of which one tenant can use only a share at a time. */
export interface Share {
  /** Waits for a slot and returns a function that releases it. */
  take(): Promise<() => void>
}

/**
 * Keeps one tenant from using all connections of a pool: its statements that wait for a lock or for
 * each other queue here instead of occupying connections.
 */
export function createShare({ places, patienceMs }: { places: number; patienceMs: number }): Share {
  let busy = 0
  const waiting = new Set<() => void>()

  const release = () => {
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
        return Promise.resolve(release)
      }
      return new Promise((resolve, reject) => {
        const admit = () => {
          clearTimeout(timer)
          resolve(release)
        }
        const timer = setTimeout(() => {
          waiting.delete(admit)
          reject(new ShareTakenError())
        }, patienceMs)
        waiting.add(admit)
      })
    },
  }
}

/** The tenant has had the maximum number of statements in progress for too long. */
export class ShareTakenError extends Error {
  override name = 'ShareTakenError'

  constructor() {
    super('All database connections that one tenant can use are busy.')
  }
}
