import type { DestinationId, ProjectId } from '@platform/contract'
import type { Message } from '../message.ts'
import { freshPressure, type Pressure, type PressureLimits } from './pressure.ts'
import { WaitingLine } from './waiting-line.ts'

/** Memory of a message in addition to its body. */
export const overheadBytes = 500
export const sizeOf = ({ event }: Message) => event.body.length + overheadBytes

export interface DestinationLane {
  id: DestinationId
  share: ProjectShare
  waiting: WaitingLine<Message>
  inFlight: number
  /** Messages in memory: reserved, waiting, in progress or not recorded yet. */
  count: number
  bytes: number
  pressure: Pressure
  linger: { cancel(): void } | undefined
  /** Whether it waits for a slot. */
  isReady: boolean
  /** Whether held messages are in progress, in which case nothing else is sent. */
  isInOrder: boolean
}

/** Resources used by all lanes of one project. */
export interface ProjectShare {
  projectId: ProjectId
  lanes: number
  inFlight: number
  bytes: number
  /** Lanes with messages that wait for a slot, in the order of their turns. */
  ready: DestinationLane[]
}

/** Divides the memory for messages among destinations and projects. */
export function createLanes({
  pressure,
  maxBytes,
}: {
  pressure: PressureLimits
  /** Maximum size of all messages in memory. */
  maxBytes: number
}) {
  const lanes = new Map<DestinationId, DestinationLane>()
  const shares = new Map<ProjectId, ProjectShare>()
  /** Lanes without memory for a message of this size. */
  const full = new Map<DestinationLane, number>()
  let messages = 0
  let bytes = 0

  const shareOf = (projectId: ProjectId): ProjectShare => {
    const known = shares.get(projectId)
    if (known) return known
    const share = { projectId, lanes: 0, inFlight: 0, bytes: 0, ready: [] }
    shares.set(projectId, share)
    return share
  }

  /**
   * Returns how many bytes more a lane may use. A lane gets half of the free memory at most, the
   * lanes of a project three quarters, so some remains for others.
   */
  const memoryLeft = ({ bytes: ofLane, share }: DestinationLane) => {
    if (messages === 0) return Infinity
    const free = maxBytes - bytes
    return Math.min((free - ofLane) / 2, (3 * free - share.bytes) / 4)
  }

  return {
    /** Returns the lane of a destination; creates it if there is none. */
    of(id: DestinationId, projectId: ProjectId): DestinationLane {
      const known = lanes.get(id)
      if (known) return known
      const share = shareOf(projectId)
      share.lanes++
      const lane: DestinationLane = {
        id,
        share,
        waiting: new WaitingLine(),
        inFlight: 0,
        count: 0,
        bytes: 0,
        pressure: freshPressure(pressure),
        linger: undefined,
        isReady: false,
        isInOrder: false,
      }
      lanes.set(id, lane)
      return lane
    },
    known: (id: DestinationId) => lanes.get(id),
    all: () => lanes.values(),
    forget({ id, share }: DestinationLane) {
      lanes.delete(id)
      if (--share.lanes === 0) shares.delete(share.projectId)
    },
    /** Adds messages to what a lane has in memory, or subtracts them. */
    weigh(lane: DestinationLane, count: number, size: number) {
      lane.count += count
      lane.bytes += size
      lane.share.bytes += size
      messages += count
      bytes += size
    },
    /** Returns how many messages of a size the lane may take. If none, it counts as full. */
    fitting(lane: DestinationLane, size: number): number {
      const fitting = Math.floor(memoryLeft(lane) / size)
      if (fitting < 1) full.set(lane, size)
      return fitting
    },
    isFull: (lane: DestinationLane) => full.has(lane),
    /** Reports whether full lanes have room again; they no longer count as full. */
    isRelieved(): boolean {
      let isRelieved = false
      for (const [lane, size] of full) {
        if (memoryLeft(lane) >= size) isRelieved = full.delete(lane)
      }
      return isRelieved
    },
    stats: () => ({ messages, bytes, lanes: lanes.size }),
  }
}

/** Returns how many messages a lane claims from the table. */
export const wantedIn = (lane: DestinationLane) =>
  Math.min(4_000, Math.max(50, Math.floor(lane.pressure.limit) * 40))
