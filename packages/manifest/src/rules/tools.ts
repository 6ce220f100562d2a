import type { Report } from '../finding.ts'
import { didYouMean } from '../nearest.ts'
import { child, items, getNodeText, type YamlNode } from '../yaml-nodes.ts'

/** Where an object must be declared for an action of agents. */
const placesOf: Record<string, readonly string[]> = {
  describe: ['read', 'write'],
  sample: ['read'],
  search: ['read'],
  create: ['write'],
  update: ['write'],
  upsert: ['write'],
  delete: ['write'],
  defineFields: ['read', 'write'],
}

/** Why an action is not possible for objects whose writes a person approves. */
const reasonsOfApproval: Record<string, string> = {
  upsert:
    'Agents cannot upsert what a person approves, because the changes are unknown beforehand. List `create` and `update`.',
  defineFields:
    'Agents cannot define fields of an object whose writes a person approves. Remove `defineFields`.',
}

/** Reports what agents cannot do, because the integration does not read, write or call it itself. */
export function checkTools(integration: YamlNode, report: Report): void {
  const namesIn = (place: string) =>
    items(child(child(integration, place), 'objects')).flatMap(
      (object) => getNodeText(child(object, 'objectName')) ?? [],
    )
  const calls = child(child(integration, 'tools'), 'proxy')
  if (calls && child(child(integration, 'proxy'), 'enabled')?.value !== true) {
    const message = 'Agents cannot call the provider, because `proxy.enabled` is not `true`.'
    report('tool-action-unavailable', calls, message)
  }
  const approved = listApproved(integration)
  for (const method of items(child(calls, 'methods'))) {
    if (getNodeText(method) === 'GET' || !approved.isAny) continue
    const message =
      'Agents can only send GET requests, because a person approves writes of this integration.'
    report('tool-action-unavailable', method, message)
  }
  for (const object of items(child(child(integration, 'tools'), 'objects'))) {
    const name = getNodeText(child(object, 'objectName'))
    if (name === undefined) continue
    for (const action of items(child(object, 'actions'))) {
      const places = placesOf[getNodeText(action) ?? '']
      if (!places) continue
      const reason = reasonsOfApproval[getNodeText(action) ?? '']
      if (reason !== undefined && approved.has(object, name)) {
        report('tool-action-unavailable', action, reason)
        continue
      }
      const names = places.flatMap(namesIn)
      if (names.includes(name)) continue
      const lists = places.map((place) => `\`${place}.objects\``).join(' or ')
      const message = `Agents cannot ${getNodeText(action)} \`${name}\`, because it is not listed under ${lists}.`
      report('tool-action-unavailable', action, message, { suggestion: didYouMean(name, names) })
    }
  }
}

const isApproved = (object: YamlNode) => getNodeText(child(object, 'approval')) === 'person'

/** Finds objects whose changes wait for a person: those of the tool, or all writes of the object. */
function listApproved(integration: YamlNode) {
  const written = items(child(child(integration, 'write'), 'objects')).filter(isApproved)
  const names = written.map((object) => getNodeText(child(object, 'objectName')))
  const tools = items(child(child(integration, 'tools'), 'objects'))
  return {
    isAny: written.length > 0 || tools.some(isApproved),
    has: (tool: YamlNode, name: string) => isApproved(tool) || names.includes(name),
  }
}
