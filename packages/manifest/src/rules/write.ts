import type { Report } from '../finding.ts'
import { didYouMean } from '../nearest.ts'
import { child, items, getNodeText, type YamlNode } from '../yaml-nodes.ts'

/**
 * Checks writes. They inherit the mapping of reads: without one, names are sent to the provider
 * unchanged.
 */
export function checkWrite(integration: YamlNode, report: Report): void {
  const readNames = items(child(child(integration, 'read'), 'objects')).flatMap(
    (object) => getNodeText(child(object, 'objectName')) ?? [],
  )
  for (const object of items(child(child(integration, 'write'), 'objects'))) {
    checkEcho(object, readNames, report)
    checkApproval(object, report)
    const inherit = child(object, 'inheritMapping')
    const name = getNodeText(child(object, 'objectName'))
    if (inherit?.value !== true || name === undefined || readNames.includes(name)) continue
    const message = `\`${name}\` inherits no mapping, because it is not listed under \`read.objects\`.`
    const suggestion = didYouMean(name, readNames)
    report('write-inherit-mapping', inherit, message, { suggestion })
  }
}

/** Changes of an object that is not read are not delivered. */
function checkEcho(object: YamlNode, readNames: readonly string[], report: Report): void {
  const echo = child(object, 'echo')
  const name = getNodeText(child(object, 'objectName'))
  if (!echo || name === undefined || readNames.includes(name)) return
  const message = `\`echo\` has no effect: \`${name}\` is not listed under \`read.objects\`.`
  report('write-echo', echo, message, { suggestion: didYouMean(name, readNames) })
}

/** A role or a time to decide of a write that waits for nobody is a mistake. */
function checkApproval(object: YamlNode, report: Report): void {
  if (getNodeText(child(object, 'approval')) === 'person') return
  for (const name of ['approvalRole', 'approvalHours']) {
    const node = child(object, name)
    const message = `\`${name}\` has no effect without \`approval: person\`.`
    if (node) report('write-approval', node, message)
  }
}
