import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findNatsServer, startNatsCluster, type NatsCluster } from './nats-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster for messages of deliveries; undefined if there is none. */
    messageLog: Pick<NatsCluster, 'url' | 'systemUrl' | 'servers'> | undefined
  }
}

/** Starts the cluster that the tests of deliveries share. */
export default async function setup(project: TestProject) {
  const program = await findNatsServer()
  if (program instanceof Error) throw program
  const folder = await mkdtemp(join(tmpdir(), 'test-log-'))
  const cluster = await startNatsCluster({ program, folder })
  const { url, systemUrl, servers } = cluster
  project.provide('messageLog', { url, systemUrl, servers })
  return async () => {
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  }
}
