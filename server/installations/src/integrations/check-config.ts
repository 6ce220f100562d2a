import { isDeepStrictEqual } from 'node:util'
import type { ConfigContent, ManifestIntegration } from '@platform/contract'
import { findProvider } from '@platform/connectors'
import { findExistingDestinations } from '@platform/delivery/notifications/set-up/destinations'
import type { Db } from '@platform/kernel/db/database'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getOwn } from '@platform/kernel/values'
import { findConfigMistakes, findConfiguredDestinations } from '@platform/manifest'

/** Further issues would only repeat these. */
const maxIssues = 100

/**
 * Rejects a configuration by the rules of the manifest. Parts that were invalid `before`, such as a
 * mapping that has left the manifest, do not prevent changes of others.
 */
export async function mustBeValidConfig(
  { readMinIntervalMinutes: minimumIntervalMinutes, catalogue }: Services,
  db: Db,
  {
    content,
    latest,
    before,
    isByEndUser,
  }: {
    content: ConfigContent
    latest: ManifestIntegration
    before?: ConfigContent
    isByEndUser: boolean
  },
): Promise<void> {
  const destinations = await findExistingDestinations(db, findConfiguredDestinations(content))
  const provider = findProvider(latest.provider, { among: catalogue })?.info
  const context = { minimumIntervalMinutes, destinations, provider, isByEndUser }
  const known = new Set(
    before ? [...findConfigMistakes(before, latest, context)].map(toKey) : undefined,
  )
  const isAdded = (mistake: { lacking?: string }) =>
    !known.has(toKey(mistake)) || isObjectChanged(mistake.lacking, content, before)
  const added = [...findConfigMistakes(content, latest, context).filter(isAdded).take(maxIssues)]
  if (added.length === 0) return
  throw invalidInput(
    ...added.map(({ path, value, message }) => ({
      in: 'body' as const,
      name: `config.content.${path}`,
      ...(value !== undefined && { value }),
      detail: message,
    })),
  )
}

const toKey = (mistake: object) => JSON.stringify(mistake)

const isObjectChanged = (
  objectName: string | undefined,
  content: ConfigContent,
  before: ConfigContent | undefined,
): boolean =>
  objectName !== undefined &&
  !isDeepStrictEqual(
    getOwn(content.read?.objects, objectName),
    getOwn(before?.read?.objects, objectName),
  )
