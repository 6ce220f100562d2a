import {
  buildPerAttempt,
  hasDotSegments,
  ProviderError,
  type ProviderRequest,
} from '@platform/connector'
import { openProvider } from '@platform/connections/provider/open-provider'
import { rejectionProblem } from '@platform/connections/provider/call/refusal-problem'
import { findInstallation } from '@platform/installations/installations/installations'
import { saveWhenBack } from '@platform/connections/provider/tokens/save-tokens'
import type { InstallationId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { mustOnlyRead } from './must-only-read.ts'
import { openPassage } from './open-passage.ts'
import { runToolCall, type ToolCall } from './tool-operation.ts'

/** A call to a provider whose reply is returned whole, for callers that cannot read a stream. */
export interface SingleCall {
  installationId: InstallationId
  method: NonNullable<ProviderRequest['method']>
  /** Below the provider's base URL, with a leading slash and without a query. */
  path: string
  query?: Record<string, string>
  body?: unknown
  /** Paths that are allowed: `*` stands for one segment, `**` at the end for the rest. */
  allowed: readonly string[]
  /** The call as an operation. */
  operation: ToolCall
}

/**
 * Calls the provider of an installation, if its integration allows proxy calls and the path. The call
 * is an operation with its log.
 */
export async function callProvider(
  services: Services,
  db: Db,
  { installationId, method, path, query, body, allowed, operation }: SingleCall,
): Promise<{ status: number; body: unknown }> {
  if (!isPlainPath(path) || !allowed.some((pattern) => matchesPath(pattern, path))) {
    throw invalidInput({
      in: 'body',
      name: 'path',
      value: path,
      detail: `The path is not allowed. Allowed are: ${allowed.join(', ')}.`,
    })
  }
  const { getTarget, approvedObjects } = await openPassage(services, {
    db,
    named: { id: installationId },
  })
  mustOnlyRead(approvedObjects, { method, url: `?${new URLSearchParams(query).toString()}` })
  const installation = await findInstallation(db, installationId)
  if (!installation) throw new Problem('installation-not-found')
  const call = async () => {
    const provider = await openProvider(services, db, installation.connectionId, { installationId })
    try {
      const reply = await provider.client.request(
        buildPerAttempt(() => ({
          method,
          path: `${getTarget(provider.client.metadata).href.replace(/\/$/, '')}${path}`,
          ...(query && { query }),
          ...(body !== undefined && { body }),
        })),
      )
      const text = JSON.stringify(reply.body ?? null)
      if (provider.containsSecret(text)) {
        throw new Problem('permission-missing', {
          detail: 'The reply of the provider contains the credentials of the customer.',
        })
      }
      return {
        done: { status: reply.status, body: reply.body ?? null },
        msg: `The provider answered ${reply.status}.`,
        isSuccess: reply.status < 400,
        call: provider.lastCall(),
      }
    } catch (error) {
      if (error instanceof ProviderError)
        throw rejectionProblem(error, provider.entry, 'for the call')
      throw error
    }
  }
  return runToolCall(db, installation, operation, call, (end) =>
    saveWhenBack(services, { operationId: operation.id }, end),
  )
}

/** Segments without dots alone, escapes or empty ones, so that every parser reads the same path. */
const isPlainPath = (path: string): boolean =>
  path.length <= 2000 && /^(?:\/[\w.~@:!$'()*+,;=-]+)+\/?$/.test(path) && !hasDotSegments(path)

/** Reports whether a path matches a pattern, segment by segment. */
function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  const isOpen = wanted.at(-1) === '**'
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted
    .slice(0, isOpen ? -1 : undefined)
    .every((segment, index) => segment === '*' || segment === given[index])
}
