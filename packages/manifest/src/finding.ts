import type { YamlNode } from './yaml-nodes.ts'

export type Severity = 'error' | 'warning'

/** Every rule with its severity. A warning can be silenced by `# platform:ignore[rule]`. */
export const rules = {
  'yaml-syntax': 'error',
  'yaml-limit': 'error',
  'duplicate-key': 'error',
  'unknown-key': 'warning',
  'required-key': 'error',
  'invalid-value': 'error',
  'spec-version': 'error',
  'integration-name': 'error',
  'integration-name-unique': 'error',
  'integration-actions': 'error',
  'non-empty-objects': 'error',
  'object-name-unique': 'error',
  'schedule-syntax': 'error',
  'schedule-minimum-interval': 'error',
  'schedule-timezone': 'error',
  'schedule-choices': 'error',
  'backfill-config': 'error',
  'large-backfill-risk': 'warning',
  'deletions-not-told': 'warning',
  'delivery-mode': 'error',
  'field-path': 'error',
  filter: 'error',
  expression: 'error',
  'filter-after-reading': 'warning',
  'field-mapping-unique': 'error',
  'always-enabled-fields': 'error',
  'subscribe-requires-read': 'error',
  'subscribe-inherit-fields': 'error',
  'subscribe-minimum-events': 'warning',
  'update-event-watch-fields': 'error',
  'write-inherit-mapping': 'warning',
  'write-echo': 'warning',
  'write-approval': 'error',
  'tool-action-unavailable': 'error',
  'watch-fields-no-nesting': 'error',
  'destination-required': 'error',
  'destination-not-found': 'warning',
  'provider-not-supported': 'error',
  'provider-changed': 'error',
  'provider-module': 'error',
  'provider-capability-read': 'error',
  'provider-capability-write': 'error',
  'provider-capability-subscribe': 'error',
  'provider-capability-proxy': 'error',
  'association-not-supported': 'error',
  'association-unique': 'error',
  'provider-limit': 'error',
  'provider-app-not-configured': 'warning',
  'object-exists': 'warning',
  'field-exists': 'warning',
} as const satisfies Record<string, Severity>

export type Rule = keyof typeof rules

/** A problem in a manifest and its position. Lines and columns count from 1. */
export interface Finding {
  rule: Rule
  severity: Severity
  message: string
  line: number
  column: number
  /** Such as `integrations[0].read.objects[1].schedule`; empty for the file as a whole. */
  path: string
  suggestion?: string
}

export interface ReportOptions {
  suggestion?: string | undefined
  /** Points to the key instead of the value. */
  atKey?: boolean
  severity?: Severity
}

export type Report = (rule: Rule, node: YamlNode, message: string, options?: ReportOptions) => void
