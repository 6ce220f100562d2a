import { ProblemError, type Schemas } from '@platform/client'
import { everyPage } from '../target/every-page.ts'
import type { Line } from './log-lines.ts'
import type { CliTarget } from '../target/target.ts'

/** A line of the log that no operation wrote. */
export type ProjectLine = Pick<Line, 'timestamp' | 'severity' | 'message'> & { provider: string }

/** Returns what keeps end users from connecting; nothing if the key may not see it, or the server is older. */
export async function listConnectProblems(
  { client, project }: CliTarget,
  signal?: AbortSignal,
): Promise<Schemas['ConnectProblem'][]> {
  try {
    return await everyPage((query) =>
      client.page('/v1/projects/{projectIdOrName}/connect-problems', {
        params: { projectIdOrName: project },
        query,
        ...(signal && { signal }),
      }),
    )
  } catch (error) {
    if (error instanceof ProblemError && [403, 404].includes(error.status)) return []
    throw error
  }
}

/** Returns a function that returns a line for each problem that was met since the last call. */
export function newConnectProblems(
  target: CliTarget,
  since: string | undefined,
): (signal: AbortSignal) => Promise<ProjectLine[]> {
  const seen = new Map<string, string>()
  return async (signal) => {
    const problems = await listConnectProblems(target, signal)
    return problems.flatMap((problem) => {
      const { provider, cause, lastTime } = problem
      const key = `${provider} ${cause}`
      const isOld = since !== undefined && Date.parse(lastTime) < Date.parse(since)
      if (isOld || seen.get(key) === lastTime) return []
      seen.set(key, lastTime)
      return [toLine(problem)]
    })
  }
}

const toLine = (problem: Schemas['ConnectProblem']): ProjectLine => ({
  timestamp: problem.lastTime,
  severity: 'error',
  provider: problem.provider,
  message: {
    msg: describeConnectProblem(problem),
    error: problem.detail,
    details: { attempts: String(problem.count) },
  },
})

/** Says what customers met, and how to correct it. */
export function describeConnectProblem({ provider, cause }: Schemas['ConnectProblem']): string {
  return cause === 'missing'
    ? `Customers cannot connect ${provider}: its provider app is missing. Add it: platform provider-apps set ${provider}`
    : `Customers cannot connect ${provider}: it rejects the provider app. Test it: platform provider-apps test ${provider}`
}
