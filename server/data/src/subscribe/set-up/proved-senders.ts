import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { clientAddress } from '@platform/kernel/http/client-address'
import { maxCallers } from '@platform/kernel/http/rate-limit'
import { getFirst, growingTo } from '@platform/kernel/values'

type Sender = Pick<FastifyRequest, 'url' | 'ip'>

/**
 * Remembers client addresses that sent a valid signature for a URL. Their webhooks are counted by
 * URL, so a provider may send as much as any caller; others are counted by address.
 */
export function createProvedSenders() {
  const proved = new LRUCache<string, true>(growingTo(maxCallers))
  const getPath = ({ url }: Sender) => getFirst(url.split('?', 1))
  const makeSenderKey = (sender: Sender) => `${getPath(sender)} ${clientAddress(sender.ip)}`
  return {
    remember: (sender: Sender) => void proved.set(makeSenderKey(sender), true),
    callerOf: (sender: Sender) =>
      proved.get(makeSenderKey(sender)) ? `webhooks ${getPath(sender)}` : undefined,
  }
}
