import { hash } from 'node:crypto'
import type { ProjectId } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'
import type { Secrets } from '@platform/kernel/secrets'
import { z } from 'zod'
import type { ToolCaller, ToolDependencies } from './asked-call.ts'
import type { PlannedTool } from './plan-tools.ts'
import { makeToolSuccess, type ToolOutcome } from './tool-outcome.ts'

/** A confirmation is valid for so long. */
const confirmationMs = 10 * 60_000

export type Confirming = Pick<ToolDependencies, 'secrets' | 'now'>

/** What a call without its confirmation comes to, or when it was confirmed. Neither: it needs none. */
export interface Confirmed {
  asked?: ToolOutcome
  confirmedAt?: Date
}

/** The call that is confirmed: by whom, of which installation's tool, with which arguments. */
interface ConfirmedCall {
  projectId: ProjectId
  callerId: string
  groupRef: string
  tool: string
  /** Another installation may have got the name of the tool since. */
  installationId: string | undefined
  input: unknown
}

/** The argument of tools that change something. */
export const Confirmation = z.string().max(2000).optional()

const Content = z.object({ digest: z.string(), until: z.number() })

/** Checks the confirmation of a call, or returns the reply that asks for one. */
export async function askConfirmation(
  { secrets, now }: Confirming,
  { callerId, project, groupRef }: ToolCaller,
  {
    tool,
    input,
    confirmation,
    wouldDo,
  }: {
    tool: PlannedTool
    input: unknown
    confirmation: string | undefined
    wouldDo: Record<string, unknown>
  },
): Promise<Confirmed> {
  const { name, installationId } = tool
  const call = { projectId: project.id, callerId, groupRef, tool: name, installationId, input }
  if (confirmation !== undefined) {
    return { confirmedAt: await mustConfirm(secrets, call, { confirmation, now: now() }) }
  }
  if (!tool.needsConfirmation) return {}
  const asked = makeToolSuccess({
    status: 'confirmation-required',
    wouldDo,
    confirmation: await confirmationFor(secrets, call, now()),
    expiresInSeconds: confirmationMs / 1000,
    nextStep:
      'Nothing has been changed. Show `wouldDo` to the user. If they agree, call the tool again with the same arguments and `confirmation`.',
  })
  return { asked }
}

/** Returns the bytes of a confirmation, which base64 can write in several ways. */
export const bytesOfConfirmation = (confirmation: string) => Buffer.from(confirmation, 'base64url')

/** A confirmation is good for one change: a repeated call returns what the first one came to. */
export const keyOfConfirmation = (confirmation: string | undefined) =>
  confirmation && hash('sha256', bytesOfConfirmation(confirmation), 'base64url')

/** Returns a text that confirms this call alone. Nothing is stored: only the project's key can make one. */
async function confirmationFor(secrets: Secrets, call: ConfirmedCall, now: Date): Promise<string> {
  const content = { digest: digestCall(call), until: now.getTime() + confirmationMs }
  return (await secrets.seal(call.projectId, JSON.stringify(content))).toString('base64url')
}

/** Rejects a confirmation of another call, or one that has expired. Returns when it was made. */
async function mustConfirm(
  secrets: Secrets,
  call: ConfirmedCall,
  { confirmation, now }: { confirmation: string; now: Date },
): Promise<Date> {
  const opened = await secrets
    .open(call.projectId, Buffer.from(confirmation, 'base64url'))
    // What was made up or belongs to another project does not open.
    .catch(() => undefined)
  const content = opened === undefined ? undefined : Content.parse(JSON.parse(opened))
  if (content?.digest !== digestCall(call)) {
    throw makeUnconfirmedProblem('It belongs to another call. The arguments must not change.')
  }
  if (content.until <= now.getTime())
    throw makeUnconfirmedProblem('It has expired after 10 minutes.')
  return new Date(content.until - confirmationMs)
}

const makeUnconfirmedProblem = (reason: string) =>
  new Problem('invalid-input', {
    detail: `The confirmation is not valid. ${reason}`,
    remedy: 'Call the tool without `confirmation` for a new one, and ask the user again.',
  })

const digestCall = ({ callerId, groupRef, tool, installationId, input }: ConfirmedCall): string =>
  hash(
    'sha256',
    JSON.stringify([callerId, groupRef, tool, installationId, sortMembers(input)]),
    'base64url',
  )

/**
 * Orders the members of objects, as clients may order them differently. Marks lists and objects, so
 * that `{"a":1}` differs from `[["a",1]]`.
 */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(sortMembers)]
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return ['object', ...members.map(([name, inner]) => [name, sortMembers(inner)])]
}
