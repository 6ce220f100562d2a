const positionHeader = 'x-platform-position'

/** A `fetch` for `createClient` whose lists may come from a replica of the platform's database. */
export interface ReplicaReads {
  fetch: typeof globalThis.fetch
  /** Lists must show this position, learnt in another way than by a reply; undefined if unknown. */
  learn(position: string | undefined): void
}

/**
 * Lets lists come from a replica (`DATABASE_READ_URL`), up to two seconds old, but never without the
 * changes made through this `fetch`. `known` is the first position: `any` if no earlier change must
 * be seen. While the position is unknown, lists show the current state.
 */
export function createReplicaReads(fetch: typeof globalThis.fetch, known?: string): ReplicaReads {
  let position = known
  const learn = (next: string | undefined) => {
    position = next === undefined ? undefined : pickLater(position, next)
  }

  return {
    learn,
    async fetch(input, init) {
      if ((init?.method ?? 'GET') === 'GET')
        return fetch(input, position ? addPosition(position, init) : init)
      try {
        const reply = await fetch(input, init)
        // A server of an older version, or one without a replica, sends none.
        learn(reply.headers.get(positionHeader) ?? undefined)
        return reply
      } catch (error) {
        // The change may have been made.
        learn(undefined)
        throw error
      }
    },
  }
}

function addPosition(position: string, init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set(positionHeader, position)
  return { ...init, headers }
}

/** Replies can arrive in another order. Positions of one database compare as text. */
function pickLater(known: string | undefined, next: string): string {
  const isOfSame = known?.split('-')[0] === next.split('-')[0]
  return isOfSame && known !== undefined && known > next ? known : next
}
