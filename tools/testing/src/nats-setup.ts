import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findNatsServer, startNatsCluster } from './nats-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster for messages of deliveries; undefined if there is none. */
    messageLog: { url: string; systemUrl: string } | undefined
  }
}

/** Starts the cluster that the tests of deliveries share. */
export default async function setup(project: TestProject) {
  const program = await findNatsServer()
  if (program instanceof Error) throw program
  const folder = await mkdtemp(join(tmpdir(), 'test-log-'))
  const cluster = await startNatsCluster({ program, folder })
  project.provide('messageLog', { url: cluster.url, systemUrl: cluster.systemUrl })
  return async () => {
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  }
}
