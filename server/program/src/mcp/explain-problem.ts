import { toProblem } from '@platform/kernel/http/to-problem'
import type { Services } from '@platform/kernel/services'
import type { FastifyRequest } from 'fastify'
import type { ToolOutcome } from './tool-outcome.ts'

/** Returns why a call failed, as an agent can act on it. Unexpected errors are logged. */
export function toFailedCall(
  error: unknown,
  { log }: Pick<Services, 'log'>,
  request: FastifyRequest,
): ToolOutcome {
  const problem = toProblem(error)
  if (problem.kind === 'internal') {
    log.error({ err: error, requestId: request.id }, problem.message)
  }
  const { detail, remedy, causes, issues, retryAfter } = problem.details
  return {
    data: {
      error: {
        type: problem.kind,
        title: problem.type.title,
        ...(detail !== undefined && { detail }),
        remedy: remedy ?? problem.type.remedy,
        ...(causes && { causes }),
        ...(issues && { issues }),
        ...(retryAfter && { retryAfter: retryAfter.toISOString() }),
        requestId: request.id,
      },
    },
    isError: true,
  }
}
