import type { ProjectId } from '@platform/contract'
import type { LendableSlot } from '@platform/kernel/admission'
import { Problem } from '@platform/kernel/problems/problem'
import { getNow, getNth } from '@platform/kernel/values'

/** When to retry after a rejection. */
const retryAfterMs = 1_000
/** Maximum number of writes of a project that wait longer than usual, as a multiple of its slots. */
const lentPerSlot = 25
/** Maximum number of writes of a group, with those that wait, as a multiple of its slots. */
const openPerSlot = 1.25

export interface WriteSlot extends LendableSlot {
  release(): void
}

/** Limits the synchronous writes in progress in this process. */
export interface WriteSlots {
  /**
   * Takes a slot for a write.
   * @throws Problem `too-many-requests` if the project uses all of its slots, or the group half of
   * them
   */
  acquire(write: { projectId: ProjectId; groupRef: string }): WriteSlot
}

/** The use of slots by a project or group. */
interface Use {
  busy: number
  lent: number
}

/**
 * Creates the limit of one process: beyond `slots` per project, and half as many per group, a write
 * is rejected before anything is stored. Accepting more writes than can be sent would only delay all
 * of them until their callers time out. A write whose provider does not answer uses no slot of the
 * project, so that writes of other groups are not rejected.
 */
export function createWriteSlots({ places: slots }: { places: number }): WriteSlots {
  const uses = new Map<string, Use>()
  const add = (keys: readonly string[], what: keyof Use, by: 1 | -1) => {
    for (const key of keys) {
      const use = uses.get(key) ?? { busy: 0, lent: 0 }
      use[what] += by
      if (use.busy === 0 && use.lent === 0) uses.delete(key)
      else uses.set(key, use)
    }
  }

  return {
    acquire({ projectId, groupRef }) {
      const limits = [
        { key: projectId, max: slots, whose: 'The project' },
        {
          key: JSON.stringify([projectId, groupRef]),
          max: Math.ceil(slots / 2),
          whose: `The group ${groupRef}`,
        },
      ]
      const countIn = (key: string) => uses.get(key) ?? { busy: 0, lent: 0 }
      const ofGroup = getNth(limits, 1)
      const { busy, lent } = countIn(ofGroup.key)
      const isGroupFull = busy + lent >= ofGroup.max * openPerSlot
      const full = isGroupFull ? ofGroup : limits.find(({ key, max }) => countIn(key).busy >= max)
      if (full) {
        throw new Problem('too-many-requests', {
          detail: `${full.whose} has ${full.max} synchronous writes in progress. Nothing was stored.`,
          remedy: 'Send the request again after `Retry-After`, or use `mode: asynchronous`.',
          retryAfter: getNow(retryAfterMs),
        })
      }
      const keys = limits.map(({ key }) => key)
      const mayLend = () => countIn(projectId).lent < slots * lentPerSlot
      let state: keyof Use | 'released' = 'busy'
      add(keys, 'busy', 1)
      return {
        isKeptForTurns: true,
        lend() {
          if (state !== 'busy' || !mayLend()) return
          state = 'lent'
          add(keys, 'lent', 1)
          add(keys, 'busy', -1)
        },
        takeBack() {
          if (state !== 'lent') return
          state = 'busy'
          add(keys, 'busy', 1)
          add(keys, 'lent', -1)
        },
        release() {
          if (state === 'released') return
          add(keys, state, -1)
          state = 'released'
        },
      }
    },
  }
}
