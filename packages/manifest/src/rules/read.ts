import { RecordFilter, type FilterOperator } from '@platform/contract'
import { findFilterMistakes, walkConditions } from '../check-filter.ts'
import type { ManifestContext, MissingField } from '../context.ts'
import { splitFieldName } from '../field-name.ts'
import type { Report } from '../finding.ts'
import { MappedNames } from '../mapped-names.ts'
import { didYouMean } from '../nearest.ts'
import { child, items, getNodeText, toPlainValue, type YamlNode } from '../yaml-nodes.ts'
import { findPeriodMistake } from '../backfill-period.ts'
import { checkExpressions, listExpressionNodes } from './expressions.ts'
import { checkDestination, checkSchedule, checkTimezone, reportRepeated } from './integration.ts'

export const defaultMinimumMinutes = 10
const largeBackfillDays = 180

export function checkRead(integration: YamlNode, report: Report, context: ManifestContext): void {
  for (const object of items(child(child(integration, 'read'), 'objects'))) {
    const minimumMinutes = context.minimumIntervalMinutes ?? defaultMinimumMinutes
    checkSchedule(child(object, 'schedule'), minimumMinutes, report)
    checkScheduleChoices(object, minimumMinutes, report)
    checkTimezone(child(object, 'timezone'), report)
    checkDelivered(object, report)
    checkDestination(child(object, 'destination'), report, context)
    checkBackfill(child(object, 'backfill'), report)
    checkFields(object, report)
    checkFilter(object, report)
    checkExpressions(object, report)
    checkAssociationsOnce(object, report)
    checkFieldsExist(integration, object, report, context)
    checkAlwaysEnabled(object, report)
  }
}

function checkDelivered(object: YamlNode, report: Report): void {
  if (!(object.value instanceof Map) || child(object, 'destination')) return
  const reason = ['schedule', 'backfill', 'delivery'].find((key) => child(object, key))
  if (!reason) return
  const message = `\`destination\` is missing: \`${reason}\` delivers records.`
  report('destination-required', object, message)
}

function checkScheduleChoices(object: YamlNode, minimumMinutes: number, report: Report): void {
  const choices = child(object, 'scheduleChoices')
  for (const schedule of items(choices)) checkSchedule(schedule, minimumMinutes, report)
  const message = (text: string) => `\`${text}\` is listed twice.`
  reportRepeated([...items(choices)], 'schedule-choices', message, report)
  if (!choices || child(object, 'schedule')) return
  const reason = '`schedule` is missing: it applies until the end user chooses another.'
  report('schedule-choices', choices, reason, { atKey: true })
}

function checkBackfill(backfill: YamlNode | undefined, report: Report): void {
  checkPeriod(child(backfill, 'defaultPeriod'), report)
  for (const period of items(child(backfill, 'periodChoices'))) checkPeriod(period, report)
}

function checkPeriod(period: YamlNode | undefined, report: Report): void {
  if (!(period?.value instanceof Map)) return
  const days = child(period, 'days')
  const fullHistory = child(period, 'fullHistory')
  const isFull = fullHistory?.value === true

  const mistake = findPeriodMistake({
    ...(days && { days: Number(days.value) }),
    ...(fullHistory && { fullHistory: isFull }),
  })
  if (mistake) {
    report('backfill-config', period, mistake, { atKey: true })
    return
  }
  const large = fullHistory && isFull ? fullHistory : days
  if (large && (isFull || Number(large.value) > largeBackfillDays)) {
    const what = isFull ? 'The full history' : `${String(large.value)} days of history`
    const message = `${what} may take long and use up the customer's API quota.`
    report('large-backfill-risk', large, message)
  }
}

const listFields = (object: YamlNode) => [
  ...items(child(object, 'requiredFields')),
  ...items(child(object, 'optionalFields')),
]

function checkFields(object: YamlNode, report: Report): void {
  const mappings: { node: YamlNode; steps: string[] }[] = []
  for (const field of listFields(object)) {
    for (const key of ['fieldName', 'mapToName', 'default']) {
      const node = child(field, key)
      const text = getNodeText(node)
      if (!node || text === undefined) continue
      const steps = splitFieldName(text)
      if (!steps) {
        const suggestion = "Write `$['outer']['inner']`."
        report('field-path', node, `\`${text.slice(0, 100)}\` is not a valid field path.`, {
          suggestion,
        })
      } else if (key === 'mapToName') {
        mappings.push({ node, steps })
      }
    }
  }
  for (const field of items(child(object, 'computedFields'))) {
    const node = child(field, 'mapToName')
    const text = getNodeText(node)
    if (!node || text === undefined) continue
    const steps = splitFieldName(text)
    if (steps) mappings.push({ node, steps })
    else report('field-path', node, `\`${text.slice(0, 100)}\` is not a valid field path.`)
  }
  checkMappings(mappings, report)
}

function checkFilter(object: YamlNode, report: Report): void {
  const node = child(object, 'filter')
  const { data } = RecordFilter.safeParse(node && toPlainValue(node))
  if (!node) return
  if (!data) {
    const deep = findDeepGroup(node)
    const message = 'A group within a group of a filter can contain only conditions.'
    if (deep) report('filter', deep, message, { atKey: true })
    return
  }
  for (const { steps, message } of findFilterMistakes(data)) {
    report('filter', getNodeAt(node, steps), message)
  }
}

/** Returns a group within two others. */
function findDeepGroup(filter: YamlNode): YamlNode | undefined {
  const listMembers = (node: YamlNode) => [
    ...items(child(node, 'and')),
    ...items(child(node, 'or')),
  ]
  return listMembers(filter)
    .flatMap(listMembers)
    .map((node) => child(node, 'and') ?? child(node, 'or'))
    .find((group) => group !== undefined)
}

/** Returns the node at these steps, or the nearest one around it. */
const getNodeAt = (node: YamlNode, steps: readonly (string | number)[]): YamlNode =>
  steps.reduce((at, step) => {
    const inner = typeof step === 'number' ? items(at)[step] : child(at, step)
    return inner ?? at
  }, node)

/** Lists the conditions of an object's filter that name a field of the provider. */
export function listFilterNodes(
  object: YamlNode,
): { node: YamlNode; fieldName: string; operator: FilterOperator }[] {
  const filter = child(object, 'filter')
  const { data } = RecordFilter.safeParse(filter && toPlainValue(filter))
  if (!filter || !data) return []
  const mapped = new Set(listFields(object).map((field) => getNodeText(child(field, 'mapToName'))))
  return [...walkConditions(data)]
    .filter(({ condition }) => !mapped.has(condition.fieldName))
    .map(({ condition: { fieldName, operator }, steps }) => ({
      node: getNodeAt(filter, [...steps, 'fieldName']),
      ...{ fieldName, operator },
    }))
}

function checkAssociationsOnce(object: YamlNode, report: Report): void {
  const names = new Set<string>()
  for (const node of items(child(object, 'associations'))) {
    const name = getNodeText(node)
    if (name === undefined) continue
    if (names.has(name)) report('association-unique', node, `\`${name}\` is listed twice.`)
    names.add(name)
  }
}

/** Warns about fields that connected accounts lack. */
function checkFieldsExist(
  integration: YamlNode,
  object: YamlNode,
  report: Report,
  { findMissingField }: ManifestContext,
): void {
  const integrationName = getNodeText(child(integration, 'name'))
  const objectName = getNodeText(child(object, 'objectName'))
  if (!findMissingField || integrationName === undefined || objectName === undefined) return
  const read = listFields(object).flatMap((field) => {
    const node = child(field, 'fieldName')
    const fieldName = getNodeText(node)
    return node && fieldName !== undefined ? [{ node, fieldName }] : []
  })
  const compared = [...listFilterNodes(object), ...listExpressionNodes(object)]
  for (const { node, fieldName } of [...read, ...compared]) {
    const missing = findMissingField({ integration: integrationName, objectName, fieldName })
    if (!missing) continue
    report('field-exists', node, `${missingFieldInWords(fieldName, missing)}.`, {
      suggestion: didYouMean(fieldName, missing.fieldNames),
    })
  }
}

/** Formats “0 of 12 accounts have `LastNam`: 12 installations would fail”. */
export function missingFieldInWords(
  fieldName: string,
  { accountsWithField, accounts, failing }: MissingField,
): string {
  const have =
    accounts === 1 ? '0 of 1 account has' : `${accountsWithField} of ${accounts} accounts have`
  const fails = failing === 1 ? '1 installation' : `${failing} installations`
  return `${have} \`${fieldName}\`${failing > 0 ? `: ${fails} would fail` : ''}`
}

/** No two fields may be mapped to the same name, nor one into the other. */
function checkMappings(
  mappings: readonly { node: YamlNode; steps: readonly string[] }[],
  report: Report,
): void {
  const names = new MappedNames()
  for (const { node, steps } of mappings) {
    if (names.collidesWith(steps)) {
      const message = `Another field of the object is already mapped to \`${getNodeText(node)}\`.`
      report('field-mapping-unique', node, message)
    }
    names.add(steps)
  }
}

function checkAlwaysEnabled(object: YamlNode, report: Report): void {
  const enabled = child(object, 'enabled')
  if (enabled?.value !== 'always') return
  const required = items(child(object, 'requiredFields'))
  if (required.length === 0) {
    const message = 'An object that is always read needs `requiredFields`.'
    report('always-enabled-fields', enabled, message)
    return
  }
  for (const field of required.filter((one) => !child(one, 'fieldName'))) {
    const message = 'A required field that users map cannot be read before they choose it.'
    report('always-enabled-fields', field, message)
  }
}
