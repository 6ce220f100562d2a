import type { ProjectId } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'

/** When to retry after a rejection. */
const retryAfterMs = 1_000

/** Limits the synchronous writes in progress in this process. */
export interface WriteDoor {
  /**
   * Takes a slot for a write; the returned function releases it.
   * @throws Problem `too-many-requests` if the project uses all of its slots, or the group half of
   * them
   */
  enter(write: { projectId: ProjectId; groupRef: string }): () => void
}

/**
 * Creates the limit of one process: beyond `places` per project, and half as many per group, a
 * write is rejected before anything is stored. Accepting more writes than can be sent would only
 * delay all of them until their callers time out.
 */
export function createWriteDoor({ places }: { places: number }): WriteDoor {
  const busy = new Map<string, number>()
  const add = (key: string, count: number) => {
    const now = (busy.get(key) ?? 0) + count
    if (now > 0) busy.set(key, now)
    else busy.delete(key)
  }

  return {
    enter({ projectId, groupRef }) {
      const limits = [
        { key: projectId, most: places, whose: 'The project' },
        {
          key: JSON.stringify([projectId, groupRef]),
          most: Math.ceil(places / 2),
          whose: `The group ${groupRef}`,
        },
      ]
      const full = limits.find(({ key, most }) => (busy.get(key) ?? 0) >= most)
      if (full) {
        throw new Problem('too-many-requests', {
          detail: `${full.whose} has ${full.most} synchronous writes in progress. Nothing was stored.`,
          remedy: 'Send the request again after `Retry-After`, or use `mode: asynchronous`.',
          retryAfter: new Date(Date.now() + retryAfterMs),
        })
      }
      for (const { key } of limits) add(key, 1)
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        for (const { key } of limits) add(key, -1)
      }
    },
  }
}
