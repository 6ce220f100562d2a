import type { ManifestIntegration } from '@platform/contract'

type Revision = ManifestIntegration | undefined

const listReadObjects = (revisions: readonly Revision[]) =>
  revisions.flatMap((revision) => revision?.read?.objects ?? [])

/**
 * Returns the provider's name of an object for the provider's name or the builder's (`mapToName`). Earlier
 * revisions take precedence, and a provider's name over a builder's. An unknown name is returned unchanged.
 */
export function findObjectName(name: string, ...revisions: Revision[]): string {
  const isTheirs = revisions.some((revision) =>
    [revision?.read, revision?.write, revision?.subscribe].some((action) =>
      action?.objects?.some(({ objectName }) => objectName === name),
    ),
  )
  const mapped = listReadObjects(revisions).find(({ mapToName }) => mapToName === name)
  return isTheirs || !mapped ? name : mapped.objectName
}

const maxListed = 20

/** Lists objects with both names: `It reads Contact (your name: person) and Account.` */
export function describeObjects(
  verb: 'reads' | 'writes' | 'subscribes to',
  objectNames: Iterable<string>,
  ...revisions: Revision[]
): string {
  const all = [...objectNames]
  if (all.length === 0) return `It ${verb} no objects.`
  const objects = listReadObjects(revisions)
  const listed = all.slice(0, maxListed).map((name) => {
    const { mapToName } = objects.find(({ objectName }) => objectName === name) ?? {}
    return mapToName === undefined || mapToName === name
      ? name
      : `${name} (your name: ${mapToName})`
  })
  if (all.length > maxListed) listed.push(`${all.length - maxListed} more`)
  return `It ${verb} ${new Intl.ListFormat('en').format(listed)}.`
}
