import type { Report } from '../finding.ts'
import { didYouMean } from '../nearest.ts'
import { child, items, textOf, type YamlNode } from '../yaml-nodes.ts'

/** What is inherited is the mapping of reads: without one, a record's names go to the provider as they are. */
export function checkWrite(integration: YamlNode, report: Report): void {
  const readNames = items(child(child(integration, 'read'), 'objects')).flatMap(
    (object) => textOf(child(object, 'objectName')) ?? [],
  )
  for (const object of items(child(child(integration, 'write'), 'objects'))) {
    const inherit = child(object, 'inheritMapping')
    const name = textOf(child(object, 'objectName'))
    if (inherit?.value !== true || name === undefined || readNames.includes(name)) continue
    const message = `\`${name}\` inherits no mapping, because it is not listed under \`read.objects\`.`
    const suggestion = didYouMean(name, readNames)
    report('write-inherit-mapping', inherit, message, { suggestion })
  }
}
