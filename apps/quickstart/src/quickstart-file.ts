import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seed } from './seed.ts'

/** Output of the quickstart, on the terminal and in `<data>/quickstart.json`. */
export interface Quickstart {
  baseUrl: string
  dashboardUrl: string
  demoUrl: string
  orgId: string
  projectId: string
  projectName: string
  apiKey: string
  frontendApiKey: string
  ownerEmail: string
  ownerPassword: string
  sandbox: { salesforceUrl: string; hubspotUrl: string }
  webhookInboxUrl: string
  webhookSigningKey: string
}

/** The demo's own keys, separate from what people read. */
const seedFile = (data: string) => join(data, 'quickstart-seed.json')

export const readSeed = (data: string): Promise<Seed | undefined> =>
  readFile(seedFile(data), 'utf8').then(
    (text) => JSON.parse(text) as Seed,
    // Nothing was seeded yet.
    () => undefined,
  )

export const writeSeed = (data: string, seed: Seed) => writeSecret(seedFile(data), seed)

export async function writeQuickstart(data: string, quickstart: Quickstart): Promise<string> {
  const path = join(data, 'quickstart.json')
  await writeSecret(path, quickstart)
  return path
}

const writeSecret = (path: string, value: unknown) =>
  writeFile(path, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 })
