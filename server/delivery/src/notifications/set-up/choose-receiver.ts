import type { Capability } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'
import { getFirst } from '@platform/kernel/values'

/** Who receives messages at a destination: its place, its credentials and the name that others use. */
const receiverFields = ['name', 'metadata', 'secrets']

/** Reports whether a change of these fields chooses who receives the messages of a destination. */
export const isReceiverChanged = (updateMask: readonly string[]): boolean =>
  updateMask.some((path) => receiverFields.includes(getFirst(path.split('.', 1))))

/** Reports whether callers who manage destinations may choose who receives messages. */
export const mayReadMessages = (capabilities: readonly Capability[]): boolean =>
  capabilities.some((one) => one === 'read:messages' || one === 'read:secrets')

/**
 * Rejects callers who may not read messages: they would receive them at a destination that they
 * choose. Credentials of connections and signing keys allow more than messages.
 */
export function mustChooseReceiver({
  who,
  capabilities,
}: {
  who: string
  capabilities: readonly Capability[]
}): void {
  if (mayReadMessages(capabilities)) return
  throw new Problem('permission-missing', {
    detail: `${who} lacks the capability read:messages. Whoever chooses where messages are sent can read them.`,
  })
}
