import type { ManifestIntegration } from '@platform/contract'
import type { ManifestContext } from './context.ts'
import { type Finding, type Report, rules } from './finding.ts'
import { parseIgnoredRules } from './ignored-rules.ts'
import { didYouMean } from './nearest.ts'
import { checkIntegration, reportRepeated } from './rules/integration.ts'
import { checkProvider } from './rules/provider.ts'
import { checkRead } from './rules/read.ts'
import { checkSubscribe } from './rules/subscribe.ts'
import { checkTools } from './rules/tools.ts'
import { checkWrite } from './rules/write.ts'
import { checkShape } from './shape.ts'
import { child, items, readYaml, type YamlFile, type YamlNode } from './yaml-nodes.ts'

export interface ParsedManifest {
  /** Integrations of the file; empty if any finding is an error. */
  integrations: ManifestIntegration[]
  /** In the order of the file. */
  findings: Finding[]
}

export const specVersion = '1.0.0'

/** Parses `platform.yaml` and checks it by every rule. Never throws, whatever the text. */
export function parseManifest(text: string, context: ManifestContext = {}): ParsedManifest {
  const file = readYaml(text)
  const { report, findings } = reporter(text, file)
  if (!file.root) {
    if (file.findings.length === 0) file.findings.push(emptyFile)
    return { integrations: [], findings: file.findings }
  }

  const integrations = checkManifest(file.root, report, context)
  const all = [...file.findings, ...findings].toSorted(
    (a, b) => a.line - b.line || a.column - b.column,
  )
  const hasErrors = all.some(({ severity }) => severity === 'error')
  return { integrations: hasErrors ? [] : integrations, findings: all }
}

const emptyFile: Finding = {
  rule: 'required-key',
  severity: 'error',
  message: 'The file is empty: `specVersion` and `integrations` are missing.',
  line: 1,
  column: 1,
  path: '',
}

function checkManifest(
  root: YamlNode,
  report: Report,
  context: ManifestContext,
): ManifestIntegration[] {
  if (!(root.value instanceof Map)) {
    report('invalid-value', root, 'The file must be a map with `specVersion` and `integrations`.')
    return []
  }
  checkRootKeys(root, root.value, report)
  checkSpecVersion(root, report)

  const list = child(root, 'integrations')
  if (!list) {
    report('required-key', root, '`integrations` is missing.')
  } else if (items(list).length === 0) {
    report('invalid-value', list, '`integrations` must be a list of at least one integration.')
  }
  reportRepeated(
    items(list).map((integration) => child(integration, 'name')),
    'integration-name-unique',
    (name) => `Another integration is already named \`${name}\`.`,
    report,
  )

  return items(list).flatMap((node) => {
    const integration = checkShape(node, report)
    if (node.value instanceof Map) {
      checkIntegration(node, report, context)
      checkRead(node, report, context)
      checkWrite(node, report)
      checkTools(node, report)
      checkSubscribe(node, report, context)
      checkProvider(node, report, context)
    }
    return integration ?? []
  })
}

const rootKeys = ['specVersion', 'integrations']

function checkRootKeys(root: YamlNode, entries: Map<string, YamlNode>, report: Report): void {
  for (const [key, node] of entries) {
    if (rootKeys.includes(key)) continue
    const missing = rootKeys.filter((name) => !child(root, name))
    const suggestion = didYouMean(key, missing)
    const message = `\`${key.slice(0, 100)}\` is not a known key and has no effect.`
    report('unknown-key', node, message, { atKey: true, suggestion })
  }
}

function checkSpecVersion(root: YamlNode, report: Report): void {
  const node = child(root, 'specVersion')
  if (node?.value === specVersion) return
  const message = node
    ? `\`specVersion\` must be \`${specVersion}\`.`
    : `\`specVersion\` is missing; write \`specVersion: ${specVersion}\`.`
  report('spec-version', node ?? root, message)
}

/** Further findings would only repeat these. */
const findingsAtMost = 500

function reporter(text: string, file: YamlFile): { report: Report; findings: Finding[] } {
  const ignored = parseIgnoredRules(text)
  const findings: Finding[] = []

  const isSilenced = (rule: string, node: YamlNode): boolean => {
    for (let at: YamlNode | undefined = node; at; at = at.parent) {
      if (ignored.get(file.positionOf(at.keyAt).line)?.has(rule)) return true
    }
    return false
  }

  const report: Report = (rule, node, message, { suggestion, atKey, severity } = {}) => {
    if (findings.length >= findingsAtMost) return
    const weight = severity ?? rules[rule]
    if (weight === 'warning' && isSilenced(rule, node)) return
    findings.push({
      rule,
      severity: weight,
      message,
      ...file.positionOf(atKey ? node.keyAt : node.at),
      path: node.path,
      ...(suggestion && { suggestion }),
    })
  }
  return { report, findings }
}
