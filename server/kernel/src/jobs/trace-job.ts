import { continueTrace } from '../telemetry/trace.ts'
import type { Traced } from './enqueue.ts'

interface Job {
  id: string
  task_identifier: string
  attempts: number
}

/** Runs a job as part of the trace in which it was enqueued. */
export function inJob(
  { id, task_identifier: name, attempts }: Job,
  stored: unknown,
  work: (payload: unknown) => Promise<void>,
): Promise<void> {
  const { traceparent, ...payload } = stored as Traced & { projectId?: string }
  const attributes = {
    'platform.project_id': payload.projectId,
    'platform.job_id': id,
    'platform.attempt': attempts,
  }
  return continueTrace(traceparent, { name: `job ${name}`, attributes }, () => work(payload))
}
