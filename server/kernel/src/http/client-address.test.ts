import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import type { Caller } from '../access/caller.ts'
import { callerId } from './client-address.ts'

const consumer = (groupRef: string, consumerRef: string): Caller => ({
  kind: 'consumer',
  project: { id: 'proj_01', name: 'test', appName: 'Test', orgId: 'org_01' },
  groupRef,
  consumerRef,
})

it('distinguishes consumers of different groups', () => {
  const request = { ip: '192.0.2.1' } as FastifyRequest
  const callers = [consumer('a', 'hank'), consumer('b', 'hank'), consumer('a b', 'hank')]

  expect(new Set(callers.map((caller) => callerId(caller, request))).size).toBe(3)
})
