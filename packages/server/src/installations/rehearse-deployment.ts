import { isDeepStrictEqual } from 'node:util'
import type { ManifestIntegration, ManifestRehearsal } from '@platform/contract'
import type { ConnectedAccount } from '@platform/manifest'
import type { Db } from '../db/database.ts'
import {
  findIntegrationsByName,
  readManifest,
  type IntegrationRow,
} from '../integrations/integrations.ts'
import type { Services } from '../services.ts'
import { askAccounts } from './connected-accounts.ts'
import { effectsOfDeployment } from './effects-of-deployment.ts'
import * as store from './store.ts'

type ForeseenIntegration = ManifestRehearsal['integrations'][number]

/** So many groups are named for each effect; the number tells of all. */
const mostNamed = 100

/** Asks outside what the rehearsal of this manifest takes into account. */
export async function askForRehearsal(services: Services, db: Db, sourceYaml: string) {
  const { integrations } = await readManifest(services, db, sourceYaml)
  return askAccounts(services, db, integrations)
}

/** What deploying a manifest would change, for which groups. Changes nothing. */
export async function rehearseDeployment(
  services: Services,
  db: Db,
  {
    sourceYaml,
    isDestructive,
    accounts,
  }: {
    sourceYaml: string
    isDestructive?: boolean | undefined
    accounts: ReadonlyMap<string, ConnectedAccount>
  },
): Promise<ManifestRehearsal> {
  const { integrations, findings } = await readManifest(services, db, sourceYaml, accounts)
  const names = integrations.map(({ name }) => name)
  const existing = names.length > 0 ? await findIntegrationsByName(db, names) : []
  const foreseen: ForeseenIntegration[] = []
  for (const content of integrations) {
    const before = existing.find(({ name }) => name === content.name)
    foreseen.push(await foresee(db, { before, content, isDestructive }))
  }
  return { findings, integrations: foreseen }
}

async function foresee(
  db: Db,
  {
    before,
    content,
    isDestructive,
  }: {
    before: IntegrationRow | undefined
    content: ManifestIntegration
    isDestructive: boolean | undefined
  },
): Promise<ForeseenIntegration> {
  const { name } = content
  if (!before) return { name, change: 'create', installations: 0, effects: [] }
  const isSame = isDeepStrictEqual(before.content, content)
  const installations = await store
    .installationQuery(db)
    .where('n.integrationId', '=', before.id)
    .execute()
  const effects = installations.flatMap(({ groupRef, content: config }) =>
    effectsOfDeployment(config, before.content, content, { isDestructive }).map((effect) => ({
      ...effect,
      groupRef,
    })),
  )
  const alike = Map.groupBy(effects, ({ objectName, effect }) =>
    JSON.stringify([objectName, effect]),
  )
  return {
    name,
    change: isSame ? 'none' : 'update',
    installations: installations.length,
    effects: [...alike.values()].flatMap((those) => {
      const [first] = those
      if (!first) return []
      return {
        objectName: first.objectName,
        effect: first.effect,
        installations: those.length,
        groupRefs: those.slice(0, mostNamed).map(({ groupRef }) => groupRef),
      }
    }),
  }
}
