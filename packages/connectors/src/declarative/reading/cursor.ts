import { ProviderError } from '@platform/connector'
import { isMembers } from '../../members.ts'

/** Returns the position that a cursor contains as JSON; empty without a cursor. */
export function placeInCursor(cursor: string | undefined): Record<string, unknown> {
  if (cursor === undefined) return {}
  try {
    const place: unknown = JSON.parse(cursor)
    if (isMembers(place)) return place
  } catch (cause) {
    throw new ProviderError('cursor-gone', 'The stored cursor is invalid.', { cause })
  }
  throw new ProviderError('cursor-gone', 'The stored cursor is invalid.')
}
