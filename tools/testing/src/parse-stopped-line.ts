import type { Log } from '@platform/contract'
import { expect } from 'vitest'
import { must } from '@platform/kernel/values'

const clause =
  /^(.+) \(([A-Z]+) (\/[^ ?]+), (no reply|\d{3}) after (\d+) ms, attempt (\d+)\); (.+)\.$/

/**
 * Parses a log line: the failure, its reply and attempt, and the next step. Checks that its call
 * matches.
 */
export function parseStoppedLine({ message: { msg, error, call } }: Log) {
  const [, what, method, path, answer, durationMs, attempt, next] = must(clause.exec(msg), msg)
  expect(call).toMatchObject({
    method,
    url: expect.stringContaining(must(path, 'path')),
    durationMs: Number(durationMs),
    attempt: Number(attempt),
    requestHeaders: expect.any(Object),
  })
  expect(call?.status).toBe(answer === 'no reply' ? undefined : Number(answer))
  if (call?.requestHeaders['authorization']) {
    expect(call.requestHeaders['authorization']).toBe('…')
    expect(call.responseHeaders?.['content-type']).toEqual(
      call.status === undefined ? undefined : expect.stringMatching(/json|html|xml/),
    )
  }
  expect(error).toMatch(/\w/)
  return { what, answer, attempt: Number(attempt), next: must(next, 'what follows') }
}
