import { ManifestIntegration } from '@platform/contract'
import { z } from 'zod'
import type { Report, Rule } from './finding.ts'
import { didYouMean } from './nearest.ts'
import { child, toPlainValue, getNodeText, type YamlNode } from './yaml-nodes.ts'

/**
 * Parses the integration by the contract; reports errors and returns undefined if its structure is
 * invalid.
 */
export function checkShape(node: YamlNode, report: Report): ManifestIntegration | undefined {
  reportUnknownKeys(node, ManifestIntegration, report)

  const { data, error } = ManifestIntegration.safeParse(toPlainValue(node))
  for (const issue of error?.issues ?? []) reportIssue(node, issue, report)
  return data
}

type Issue = z.core.$ZodIssue

function reportIssue(base: YamlNode, issue: Issue, report: Report): void {
  if (issue.code === 'invalid_union') {
    // The alternative with the fewest issues is the most informative.
    const [best] = issue.errors.toSorted((a, b) => a.length - b.length)
    for (const inner of best ?? []) {
      reportIssue(base, { ...inner, path: [...issue.path, ...inner.path] }, report)
    }
    return
  }

  const keys = issue.path.map(String)
  const node = descend(base, keys)
  const name = keys.findLast((key) => !/^\d+$/.test(key)) ?? 'integration'
  if (!node) {
    const parent = descend(base, keys.slice(0, -1)) ?? base
    report('required-key', parent, `\`${name}\` is missing.`, { atKey: true })
    return
  }
  report(findRule(keys), node, `\`${name}\` ${complaint(issue, node)}.`, {
    suggestion: issue.code === 'invalid_value' ? suggestNearest(issue.values, node) : undefined,
  })
}

const descend = (base: YamlNode, keys: readonly string[]): YamlNode | undefined =>
  keys.reduce<YamlNode | undefined>(
    (node, key) => (Array.isArray(node?.value) ? node.value[Number(key)] : child(node, key)),
    base,
  )

function findRule(keys: readonly string[]): Rule {
  if (keys.includes('backfill')) return 'backfill-config'
  if (keys.includes('delivery')) return 'delivery-mode'
  return 'invalid-value'
}

function complaint(issue: Issue, node: YamlNode): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}, not ${describeKind(node)}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => `\`${String(value)}\``).join(' or ')}`
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'array'
        ? `must have at most ${issue.maximum} elements`
        : `must be at most ${issue.maximum}`
    default:
      return `is not valid: ${issue.message}`
  }
}

const kinds: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a map of keys',
}

function describeKind({ value }: YamlNode): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Map) return 'a map of keys'
  return typeof value === 'string' ? 'a text' : `\`${String(value)}\``
}

const suggestNearest = (values: readonly unknown[], node: YamlNode) =>
  didYouMean(getNodeText(node) ?? '', values.map(String))

/** Warns about unknown keys, which would have no effect. */
function reportUnknownKeys(node: YamlNode, schema: z.core.$ZodType, report: Report): void {
  const inner = unwrap(schema, node)
  if (inner instanceof z.ZodArray && Array.isArray(node.value)) {
    for (const item of node.value) reportUnknownKeys(item, inner.element, report)
  }
  if (!(inner instanceof z.ZodObject) || !(node.value instanceof Map)) return

  const known: z.core.$ZodLooseShape = inner.shape
  for (const [key, value] of node.value) {
    const schemaOfKey = Object.hasOwn(known, key) ? known[key] : undefined
    if (schemaOfKey) {
      reportUnknownKeys(value, schemaOfKey, report)
      continue
    }
    const names = Object.keys(known).filter((name) => !child(node, name))
    report('unknown-key', value, `\`${key.slice(0, 100)}\` is not a known key and has no effect.`, {
      atKey: true,
      suggestion: didYouMean(key, names),
    })
  }
}

/** Unwraps `optional`, and selects the alternative that fits the node. */
function unwrap(schema: z.core.$ZodType, node: YamlNode): z.core.$ZodType {
  if (schema instanceof z.ZodOptional) return unwrap(schema.unwrap(), node)
  if (!(schema instanceof z.ZodUnion)) return schema
  const { options } = schema
  const fitting = options.find((option) => z.safeParse(option, toPlainValue(node)).success)
  return unwrap(fitting ?? options[0] ?? schema, node)
}
