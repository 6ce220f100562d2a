import type { ManifestContext } from '../context.ts'
import type { Report, Rule } from '../finding.ts'
import { didYouMean } from '../nearest.ts'
import { checkScheduleText, findTimezoneMistake } from '../schedule.ts'
import { child, items, getNodeText, type YamlNode } from '../yaml-nodes.ts'

const actions = ['read', 'write', 'subscribe', 'proxy']

/** Checks rules that apply to every integration. */
export function checkIntegration(
  integration: YamlNode,
  report: Report,
  context: ManifestContext,
): void {
  const name = child(integration, 'name')
  const text = getNodeText(name)
  if (name && text !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(text)) {
    report('integration-name', name, 'The name must be 1 to 64 letters, digits, `-` and `_`.')
  }
  const displayName = child(integration, 'displayName')
  if (displayName && (getNodeText(displayName)?.length ?? 0) > 100) {
    report('invalid-value', displayName, '`displayName` must be at most 100 characters.')
  }
  if (!actions.some((action) => child(integration, action))) {
    const message = 'An integration requires `read`, `write`, `subscribe` or `proxy`.'
    report('integration-actions', integration, message)
  }
  for (const action of ['read', 'write', 'subscribe']) {
    checkObjectNames(child(integration, action), action, report)
  }
  checkWatchSchema(child(integration, 'watchSchema'), report, context)
}

function checkObjectNames(action: YamlNode | undefined, name: string, report: Report): void {
  if (!action) return
  const objects = child(action, 'objects')
  if (!objects || (Array.isArray(objects.value) && objects.value.length === 0)) {
    const message = `\`${name}.objects\` must name at least one object.`
    report('non-empty-objects', objects ?? action, message, { atKey: true })
  }
  reportRepeated(
    items(objects).map((object) => child(object, 'objectName')),
    'object-name-unique',
    (objectName) => `\`${objectName}\` is listed twice under \`${name}\`.`,
    report,
  )
}

/** Reports every text that repeats an earlier one. */
export function reportRepeated(
  nodes: readonly (YamlNode | undefined)[],
  rule: Rule,
  message: (text: string) => string,
  report: Report,
): void {
  const seen = new Set<string>()
  for (const node of nodes) {
    const text = getNodeText(node)
    if (!node || text === undefined) continue
    if (seen.has(text)) report(rule, node, message(text))
    seen.add(text)
  }
}

const minutesAnHour = 60

function checkWatchSchema(
  watch: YamlNode | undefined,
  report: Report,
  context: ManifestContext,
): void {
  checkSchedule(child(watch, 'schedule'), minutesAnHour, report)
  checkTimezone(child(watch, 'timezone'), report)
  checkDestination(child(watch, 'destination'), report, context)
}

export function checkSchedule(
  schedule: YamlNode | undefined,
  minimumMinutes: number,
  report: Report,
): void {
  const text = getNodeText(schedule)
  if (!schedule || text === undefined) return

  const mistake = checkScheduleText(text, minimumMinutes)
  if (!mistake) return
  const { rule, message, suggestion } = mistake
  report(rule, schedule, message, { suggestion })
}

export function checkTimezone(timezone: YamlNode | undefined, report: Report): void {
  const text = getNodeText(timezone)
  if (!timezone || text === undefined) return
  const mistake = findTimezoneMistake(text)
  if (!mistake) return
  report('schedule-timezone', timezone, mistake.message, { suggestion: mistake.suggestion })
}

export function checkDestination(
  destination: YamlNode | undefined,
  report: Report,
  { destinationNames, isDeploy }: ManifestContext,
): void {
  const name = getNodeText(destination)
  if (!destination || name === undefined || !destinationNames) return
  if (destinationNames.includes(name)) return
  report('destination-not-found', destination, `The project has no destination \`${name}\`.`, {
    severity: isDeploy ? 'error' : 'warning',
    suggestion: didYouMean(name, destinationNames),
  })
}
