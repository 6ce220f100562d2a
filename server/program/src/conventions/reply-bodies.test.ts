import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const server = fileURLToPath(new URL('../../../', import.meta.url))

/** What sends requests without `request`, which counts replies in memory, and why it may. */
const streaming = {
  'data/src/proxy/forward.ts': 'streams the reply to a caller who reads it',
  'sinks/src/sinks/webhook/webhook.ts': 'keeps the first kilobyte of the reply',
}

it('counts every reply that is read whole in the memory that organizations share', async () => {
  const senders: string[] = []
  for await (const file of glob('*/src/**/*.ts', { cwd: server })) {
    if (file.endsWith('.test.ts') || file.startsWith('kernel/src/egress/')) continue
    if (/\bdispatcher\b/.test(readFileSync(`${server}${file}`, 'utf8'))) senders.push(file)
  }

  expect(senders.toSorted()).toEqual(Object.keys(streaming))
})
