import { isDeepStrictEqual } from 'node:util'
import type {
  DeployedIntegration,
  ManifestIntegration,
  ManifestRehearsal,
} from '@platform/contract'
import type { ConnectedAccount } from '@platform/manifest'
import type { Db } from '@platform/kernel/db/database'
import { parseDeployedManifest } from '../integrations/check-manifest.ts'
import {
  deployManifest,
  findIntegrationsByName,
  type IntegrationRow,
} from '../integrations/integrations.ts'
import type { Services } from '@platform/kernel/services'
import { askAccounts } from './connected-accounts.ts'
import { effectsOfDeployment } from './deployment-effects.ts'
import { findMissingFields, mustNotBreak, type FieldMissing } from './missing-fields.ts'
import * as store from './store.ts'

type ForeseenIntegration = ManifestRehearsal['integrations'][number]

/** Maximum number of groups listed for each effect; the count includes all. */
const maxNamed = 100

/** Findings of connected accounts about a manifest. */
export interface AccountsAsked {
  accounts: ReadonlyMap<string, ConnectedAccount>
  missingFields: readonly FieldMissing[]
}

/** Asks connected accounts for the information that a rehearsal needs. */
export async function askForRehearsal(
  services: Services,
  db: Db,
  sourceYaml: string,
): Promise<AccountsAsked> {
  const { integrations } = await parseDeployedManifest(services, db, sourceYaml)
  const [accounts, missingFields] = await Promise.all([
    askAccounts(services, db, integrations),
    findMissingFields(services, db, integrations),
  ])
  return { accounts, missingFields }
}

/**
 * Asks connected accounts for the fields that this manifest newly reads, of one `integration` if
 * named. Returns those that are missing.
 * @throws Problem `deploy-breaks-installations` if installations would fail, unless forced
 */
export async function askForDeployment(
  services: Services,
  db: Db,
  {
    sourceYaml,
    integration,
    force = false,
  }: { sourceYaml: string; integration?: string; force?: boolean | undefined },
): Promise<FieldMissing[]> {
  const { integrations, findings } = await parseDeployedManifest(services, db, sourceYaml)
  // The deployment itself reports errors in the file.
  if (findings.some(({ severity }) => severity === 'error')) return []
  const deployed = integrations.filter(({ name }) => (integration ?? name) === name)
  const missing = await findMissingFields(services, db, deployed, { installedOnly: true })
  if (!force) mustNotBreak(missing)
  return missing
}

/**
 * Checks that connected accounts have what is newly read.
 * @throws Problem `deploy-breaks-installations` if installations would fail
 */
export async function mustSuitAccounts(
  services: Services,
  db: Db,
  integrations: readonly ManifestIntegration[],
): Promise<undefined> {
  mustNotBreak(await findMissingFields(services, db, integrations, { installedOnly: true }))
}

/** Returns what deploying a manifest would change, for which groups. Changes nothing. */
export async function rehearseDeployment(
  services: Services,
  db: Db,
  {
    sourceYaml,
    isDestructive,
    asked,
  }: {
    sourceYaml: string
    isDestructive?: boolean | undefined
    asked: AccountsAsked
  },
): Promise<ManifestRehearsal> {
  const { integrations, findings } = await parseDeployedManifest(services, db, sourceYaml, asked)
  const { missingFields } = asked
  return {
    findings,
    integrations: await foreseeAll(db, { integrations, isDestructive, missingFields }),
  }
}

/** Deploys a manifest. Returns what that changes, for which groups. */
export async function deployWithEffects(
  services: Services,
  db: Db,
  {
    missingFields,
    ...deployment
  }: Parameters<typeof deployManifest>[2] & { missingFields: readonly FieldMissing[] },
): Promise<DeployedIntegration[]> {
  const { sourceYaml, isDestructive } = deployment
  const { integrations } = await parseDeployedManifest(services, db, sourceYaml)
  const foreseen = await foreseeAll(db, { integrations, isDestructive, missingFields })
  const deployed = await deployManifest(services, db, deployment)
  return deployed.map((integration) => ({
    ...integration,
    effects: foreseen.find(({ name }) => name === integration.name)?.effects ?? [],
  }))
}

async function foreseeAll(
  db: Db,
  {
    integrations,
    isDestructive,
    missingFields,
  }: {
    integrations: readonly ManifestIntegration[]
    isDestructive: boolean | undefined
    missingFields: readonly FieldMissing[]
  },
): Promise<ForeseenIntegration[]> {
  const names = integrations.map(({ name }) => name)
  const existing = names.length > 0 ? await findIntegrationsByName(db, names) : []
  const foreseen: ForeseenIntegration[] = []
  for (const content of integrations) {
    const before = existing.find(({ name }) => name === content.name)
    const one = await foresee(db, { before, content, isDestructive })
    foreseen.push({ ...one, effects: [...one.effects, ...failures(content.name, missingFields)] })
  }
  return foreseen
}

/** Groups whose installations would fail, by field. */
const failures = (
  name: string,
  missingFields: readonly FieldMissing[],
): ForeseenIntegration['effects'] =>
  missingFields
    .filter(({ integration, failing }) => integration === name && failing > 0)
    .map(({ objectName, fieldName, failing, groupRefs }) => ({
      objectName,
      effect: `fails: the account has no field ${fieldName}`,
      installations: failing,
      groupRefs: groupRefs.slice(0, maxNamed),
    }))

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
    .where('n.installedIntegrationId', '=', before.id)
    .execute()
  const effects = installations.flatMap(({ groupRef, instance, content: config }) =>
    effectsOfDeployment(config, before.content, content, { isDestructive, instance }).map(
      (effect) => ({
        ...effect,
        groupRef,
      }),
    ),
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
        groupRefs: those.slice(0, maxNamed).map(({ groupRef }) => groupRef),
      }
    }),
  }
}
