import { catalogue, getEntryFile } from '../catalogue/catalogue.ts'
import { ResolvedObjects, type ResolvedObject } from '../declarative/calls/resolve.ts'
import { pickDeclaration } from '../declarative/schema/entry.ts'
import { requireValue } from '../require-value.ts'
import { readSpec, type SpecOperation } from './facts.ts'
import { SpecifiedProvider } from './vendor.ts'

/** A list of an entry, and what the specification of the provider says about it. */
interface SpecifiedRead {
  provider: string
  object: ResolvedObject
  operation: SpecOperation
}

export const listSpecifiedReads = (): SpecifiedRead[] =>
  Object.values(catalogue).flatMap((entry): SpecifiedRead[] => {
    const file = requireValue(getEntryFile(entry))
    const spec = file.like === undefined ? readSpec(file.name) : undefined
    if (!file.objects || !spec) return []
    const objects = new ResolvedObjects(pickDeclaration(file))
    const provider = new SpecifiedProvider(spec)
    return objects.names.flatMap((name) => {
      const object = objects.get(name)
      const { read } = object
      const operation =
        read &&
        (read.graphql
          ? provider.findOperation('QUERY', read.graphql.field)
          : provider.findOperation(
              read.method ?? 'GET',
              read.path.replaceAll(/\{\{\w+\}\}/g, 'acme'),
            ))
      return operation ? [{ provider: file.name, object, operation }] : []
    })
  })
