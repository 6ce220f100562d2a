import { createHash } from 'node:crypto'
import type { ProjectId } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'
import type { Secrets } from '@platform/kernel/secrets/secrets'
import { z } from 'zod'

/** A confirmation is valid for so long. */
export const confirmationMs = 10 * 60_000

/** The call that is confirmed: by whom, of which installation's tool, with which arguments. */
export interface ConfirmedCall {
  projectId: ProjectId
  callerId: string
  groupRef: string
  tool: string
  input: unknown
}

const Content = z.object({ digest: z.string(), until: z.number() })

/** Returns a text that confirms this call alone. Nothing is stored: only the project's key can make one. */
export async function confirmationFor(
  secrets: Secrets,
  call: ConfirmedCall,
  now: Date,
): Promise<string> {
  const content = { digest: digestOf(call), until: now.getTime() + confirmationMs }
  return (await secrets.seal(call.projectId, JSON.stringify(content))).toString('base64url')
}

/** Rejects a confirmation of another call, or one that has expired. Returns when it was made. */
export async function mustConfirm(
  secrets: Secrets,
  call: ConfirmedCall,
  { confirmation, now }: { confirmation: string; now: Date },
): Promise<Date> {
  const opened = await secrets
    .open(call.projectId, Buffer.from(confirmation, 'base64url'))
    // What was made up or belongs to another project does not open.
    .catch(() => undefined)
  const content = opened === undefined ? undefined : Content.parse(JSON.parse(opened))
  if (content?.digest !== digestOf(call)) {
    throw unconfirmed('It belongs to another call. The arguments must not change.')
  }
  if (content.until <= now.getTime()) throw unconfirmed('It has expired after 10 minutes.')
  return new Date(content.until - confirmationMs)
}

const unconfirmed = (reason: string) =>
  new Problem('invalid-input', {
    detail: `The confirmation is not valid. ${reason}`,
    remedy: 'Call the tool without `confirmation` for a new one, and ask the user again.',
  })

const digestOf = ({ callerId, groupRef, tool, input }: ConfirmedCall): string =>
  createHash('sha256')
    .update(JSON.stringify([callerId, groupRef, tool, sorted(input)]))
    .digest('base64url')

/** Orders the members of objects, as clients may order them differently. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)])
}
