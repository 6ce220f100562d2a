import type { Database } from '@platform/kernel/db/database'
import { getFirst, sleep } from '@platform/kernel/values'
import { getMessageKey, type Message } from '@platform/delivery/notifications/message'
import { findHeld } from './held-store.ts'

/** Delays of the checks which messages of a transaction with unknown outcome exist. */
const reconcileAfterMs = [1_000, 15_000]

interface Reconciled {
  accept(messages: readonly Message[]): void
  release(messages: readonly Message[]): void
}

/**
 * Looks up which messages of a transaction with unknown outcome exist: accepts them, and releases
 * the others after the last check.
 */
export async function reconcile(
  database: Database,
  messages: readonly Message[],
  sender: Reconciled,
): Promise<void> {
  let unsettled = messages
  for (const [index, waitMs] of reconcileAfterMs.entries()) {
    await sleep(waitMs, undefined, { ref: false })
    while (unsettled.length > 0) {
      try {
        unsettled = await acceptExisting(database, unsettled, sender)
        if (index === reconcileAfterMs.length - 1) sender.release(unsettled)
        break
      } catch {
        // The database is unavailable.
        await sleep(500, undefined, { ref: false })
      }
    }
  }
}

/** Returns the messages that do not exist. */
async function acceptExisting(
  database: Database,
  messages: readonly Message[],
  { accept }: Reconciled,
): Promise<readonly Message[]> {
  const client = await database.connect()
  try {
    const existing = await findHeld(client, getFirst(messages).holder, messages)
    const exists = (message: Message) => existing.has(getMessageKey(message))
    accept(messages.filter(exists))
    return messages.filter((message) => !exists(message))
  } finally {
    client.release()
  }
}
