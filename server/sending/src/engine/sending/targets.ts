import type { DestinationId, ProjectId } from '@platform/contract'
import type { Message } from '@platform/delivery/notifications/message'
import { openSink } from '@platform/delivery/notifications/set-up/open-sink'
import type { DestinationRow } from '@platform/delivery/notifications/set-up/routing'
import { sinkTypes } from '@platform/sinks/sink-types'
import type { Sink } from '@platform/sinks/sink'
import type { EngineParts } from '../engine.ts'
import type { SenderTarget } from './sender.ts'
import { readSendLimits } from './send-windows.ts'

interface OpenTarget extends SenderTarget {
  row: DestinationRow
  opened: Sink
}

/** Keeps a sink open for each destination, and reopens it after the destination has changed. */
export function createTargets({ database, routing, secrets, sinkContext }: EngineParts) {
  const open = new Map<DestinationId, OpenTarget>()

  const current = (row: DestinationRow | undefined, id: DestinationId): OpenTarget | undefined => {
    const target = open.get(id)
    if (target && target.row === row) return target
    return undefined
  }

  const load = async (
    projectId: ProjectId,
    id: DestinationId,
  ): Promise<SenderTarget | undefined> => {
    const row = (await routing.of(database.tenant(projectId), projectId)).byId.get(id)
    const former = open.get(id)
    if (!row) {
      former?.opened.close()
      open.delete(id)
      return undefined
    }
    if (former?.row === row) return former
    const opened = await openSink(row, secrets, sinkContext)
    former?.opened.close()
    const target: OpenTarget = {
      id,
      projectId,
      isEnabled: row.status === 'enabled',
      mayDisable: sinkTypes[row.type].isWebhook,
      // That of a `pull` destination is about its consumers: storing a message does not end it.
      failingSince: row.type === 'pull' ? undefined : row.failingSince?.getTime(),
      limits: readSendLimits(row.metadata),
      sink: opened,
      row,
      opened,
    }
    open.set(id, target)
    return target
  }

  return {
    of({
      event,
      destinationId,
    }: Message): SenderTarget | undefined | Promise<SenderTarget | undefined> {
      const known = routing.known(event.projectId)
      const row = known?.byId.get(destinationId)
      if (known && !row) return undefined
      return (row && current(row, destinationId)) ?? load(event.projectId, destinationId)
    },
    close() {
      for (const { opened } of open.values()) opened.close()
    },
  }
}
