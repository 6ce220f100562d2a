import type { ManifestContext } from '../context.ts'
import { isNested } from '../field-name.ts'
import type { Report } from '../finding.ts'
import { didYouMean } from '../nearest.ts'
import { child, items, getNodeText, type YamlNode } from '../yaml-nodes.ts'
import { checkDestination } from './integration.ts'

const recordEvents = ['createEvent', 'updateEvent', 'deleteEvent', 'associationChangeEvent']

export function checkSubscribe(
  integration: YamlNode,
  report: Report,
  context: ManifestContext,
): void {
  const readNames = items(child(child(integration, 'read'), 'objects')).flatMap(
    (object) => getNodeText(child(object, 'objectName')) ?? [],
  )
  for (const object of items(child(child(integration, 'subscribe'), 'objects'))) {
    checkIsRead(child(object, 'objectName'), readNames, report)
    checkEvents(object, report)
    checkWatchFields(child(object, 'updateEvent'), report)
    checkDestination(child(object, 'destination'), report, context)
  }
}

function checkIsRead(
  objectName: YamlNode | undefined,
  readNames: readonly string[],
  report: Report,
): void {
  const name = getNodeText(objectName)
  if (!objectName || name === undefined || readNames.includes(name)) return
  const message = `\`${name}\` must also be listed under \`read.objects\`, which defines its fields.`
  const suggestion = didYouMean(name, readNames)
  report('subscribe-requires-read', objectName, message, { suggestion })
}

function checkEvents(object: YamlNode, report: Report): void {
  if (!(object.value instanceof Map)) return
  const event = recordEvents.find((name) => child(object, name))
  if (!event && items(child(object, 'otherEvents')).length === 0) {
    report('subscribe-minimum-events', object, 'The subscription has no events.')
  }
  const inherit = child(object, 'inheritFieldsAndMapping')
  if (event && inherit?.value !== true) {
    const message = `With \`${event}\`, \`inheritFieldsAndMapping\` must be \`true\`.`
    report('subscribe-inherit-fields', inherit ?? object, message)
  }
}

function checkWatchFields(update: YamlNode | undefined, report: Report): void {
  if (!(update?.value instanceof Map)) return
  const required = child(update, 'requiredWatchFields')
  const isAuto = child(update, 'watchFieldsAuto') !== undefined
  if (Number(items(required).length > 0) + Number(isAuto) !== 1) {
    const message =
      '`updateEvent` needs exactly one of `requiredWatchFields` and `watchFieldsAuto`.'
    report('update-event-watch-fields', update, message, { atKey: true })
  }
  for (const field of items(required)) {
    if (isNested(getNodeText(field) ?? '')) {
      const message = 'A nested field cannot be watched; watch the field that contains it.'
      report('watch-fields-no-nesting', field, message)
    }
  }
}
