import { isDeepStrictEqual } from 'node:util'
import type { ManifestIntegration, ManifestRehearsal } from '@platform/contract'
import type { Db } from '../db/database.ts'
import { findIntegrationsByName, readManifest } from '../integrations/integrations.ts'
import { findReadObject, installedReadObjects, planRead } from '../integrations/read-object.ts'
import type { Services } from '../services.ts'
import * as store from './store.ts'

/** So many groups are named for each effect; the number tells of all. */
const mostNamed = 100

/** What deploying a manifest would change, for which groups. Changes nothing. */
export async function rehearseDeployment(
  services: Services,
  db: Db,
  sourceYaml: string,
): Promise<ManifestRehearsal> {
  const { integrations, findings } = await readManifest(services, db, sourceYaml)
  const names = integrations.map(({ name }) => name)
  const existing = names.length > 0 ? await findIntegrationsByName(db, names) : []
  const foreseen: ManifestRehearsal['integrations'] = []
  for (const content of integrations) {
    const { name } = content
    const before = existing.find((each) => each.name === name)
    const isSame = before !== undefined && isDeepStrictEqual(before.content, content)
    const change = before ? (isSame ? 'none' : 'update') : 'create'
    const installations = before
      ? await store.installationQuery(db).where('n.integrationId', '=', before.id).execute()
      : []
    const effects = new Map<string, { objectName: string; effect: string; groupRefs: string[] }>()
    if (before && !isSame) {
      for (const installation of installations) {
        for (const { objectName, effect } of effectsOn(installation, before.content, content)) {
          const key = JSON.stringify([objectName, effect])
          const known = effects.get(key) ?? { objectName, effect, groupRefs: [] }
          effects.set(key, known)
          known.groupRefs.push(installation.groupRef)
        }
      }
    }
    foreseen.push({
      name,
      change,
      installations: installations.length,
      effects: [...effects.values()].map(({ groupRefs, ...effect }) => ({
        ...effect,
        installations: groupRefs.length,
        groupRefs: groupRefs.slice(0, mostNamed),
      })),
    })
  }
  return { findings, integrations: foreseen }
}

/** What a revision would change for an installation, as sentences. */
function effectsOn(
  { content }: store.InstallationRow,
  before: ManifestIntegration,
  after: ManifestIntegration,
): { objectName: string; effect: string }[] {
  const [installed, foreseen] = [before, after].map((each) => installedReadObjects(content, each))
  const names = new Set([...Object.keys(installed!), ...Object.keys(foreseen!)])
  return [...names].flatMap((objectName) => {
    const [was, is] = [findReadObject(objectName, before), findReadObject(objectName, after)]
    const tell = (effect: string) => ({ objectName, effect })
    if (was && !is) return [tell('no longer declared: it is read on, or paused if destructive')]
    if (!is) return []
    if (!was) return [tell('is read from now on')]
    const [old, next] = [
      planRead(was, installed![objectName] ?? {}),
      planRead(is, foreseen![objectName] ?? {}),
    ]
    const added = next.fieldNames.filter((field) => !old.fieldNames.includes(field))
    const removed = old.fieldNames.filter((field) => !next.fieldNames.includes(field))
    return [
      ...added.map((field) => tell(`gets ${field} at its next read`)),
      ...removed.map((field) => tell(`loses ${field} at its next read`)),
      ...(['schedule', 'destination', 'mappedName'] as const)
        .filter((key) => old[key] !== next[key])
        .map((key) =>
          tell(`${words[key]} ${next[key] ?? 'nothing'} instead of ${old[key] ?? 'nothing'}`),
        ),
    ]
  })
}

const words = {
  schedule: 'is scheduled by',
  destination: 'goes to',
  mappedName: 'is called',
}
