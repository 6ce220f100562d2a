import { ProblemError } from '@platform/client'
import type { ProblemDetails } from '../config/wire.ts'
import { someTime } from './fake-data.ts'

export const fakeProblem = (
  status: number,
  kind: string,
  rest: Partial<ProblemDetails> = {},
): ProblemDetails => ({
  type: `https://platform.test/problems/${kind}`,
  title: kind.replaceAll('-', ' '),
  status,
  detail: '',
  instance: '/requests/req_fake',
  subsystem: 'fake',
  time: someTime,
  requestId: 'req_01jz5q0f8kf3bvw9',
  retryable: status >= 500,
  ...rest,
})

/** Creates the rejection of a sample read, with the provider's message by field. */
export const sampleReadRejection = (objectName: string, words: Record<string, string>) =>
  new ProblemError(sampleReadProblem(objectName, words))

export const sampleReadProblem = (
  objectName: string,
  words: Record<string, string>,
): ProblemDetails =>
  fakeProblem(422, 'sample-read-failed', {
    title: 'The provider refused a read of the selected fields',
    detail: Object.values(words)[0] ?? '',
    causes: Object.values(words),
    issues: Object.entries(words).map(([fieldName, detail]) => ({
      in: 'body' as const,
      name: `config.content.read.objects.${objectName}.selectedFields.${fieldName}`,
      value: fieldName,
      detail,
    })),
  })
