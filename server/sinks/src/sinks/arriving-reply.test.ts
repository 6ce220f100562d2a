import { PassThrough } from 'node:stream'
import { ReplyMemory } from '@platform/kernel/egress'
import { patiently } from '@platform/testing/patiently'
import { expect, it, vi } from 'vitest'
import { ArrivingReply } from './arriving-reply.ts'

const mb = 1024 ** 2

/** Replies by bare connections of organizations that share memory for four replies of 8 MB. */
function givenReplies({ patienceMs = 60_000 } = {}) {
  const memory = new ReplyMemory({ bytes: 96 * mb, patienceMs })
  return (org: string) => {
    const stream = new PassThrough().resume()
    const state: { failed?: Error } = {}
    const arriving = new ArrivingReply(
      memory.open({ org, project: org }, 'broker'),
      (error) => (state.failed = error),
    )
    return {
      state,
      arriving,
      arrive: (bytes: number) => arriving.hold(bytes, stream),
      isReading: () => !stream.isPaused(),
    }
  }
}

it('reads large replies of an organization only as far as memory is left for others', async () => {
  const open = givenReplies()
  const mine = Array.from({ length: 8 }, () => open('mine'))
  for (const { arrive } of mine) arrive(4 * mb)
  const countReading = () => mine.filter(({ isReading }) => isReading()).length
  await vi.waitFor(() => expect(countReading()).toBe(2), patiently)

  const theirs = open('theirs')
  theirs.arrive(4 * mb)
  const small = open('mine')
  small.arrive(1_000)

  await vi.waitFor(() => expect(theirs.isReading()).toBe(true), patiently)
  expect(small.isReading()).toBe(true)
  expect(countReading()).toBe(2)
  for (const { arriving, isReading } of mine) if (isReading()) arriving.release()
  await vi.waitFor(() => expect(countReading()).toBeGreaterThan(2), patiently)
})

it('fails a reply for which no memory becomes free', async () => {
  const open = givenReplies({ patienceMs: 20 })
  const mine = Array.from({ length: 4 }, () => open('mine'))

  for (const { arrive } of mine) arrive(4 * mb)

  await vi.waitFor(
    () => expect(mine.filter(({ state }) => state.failed)).toHaveLength(2),
    patiently,
  )
})
