/** Messages from a process to its parent. */
export type FromChild =
  | { kind: 'ready'; url: string | undefined }
  /** Heartbeat of a responsive process. */
  | { kind: 'beat' }
  /** Request for the metrics of all processes. */
  | { kind: 'asked-for-metrics'; question: number }
  | { kind: 'own-metrics'; question: number; metrics: string }

/** Messages from the parent. */
export type ToChild =
  | { kind: 'send-own-metrics'; question: number }
  | { kind: 'metrics-of-all'; question: number; metrics: string }

/** Heartbeat interval. */
export const beatEveryMs = 1_000

/** Environment variable with the number of a process. */
export const numberVariable = 'SERVE_PROCESS_NUMBER'

/**
 * Merges the metrics of several processes into one page: samples of a metric must be grouped below
 * one header.
 */
export function mergeMetrics(pages: readonly string[]): string {
  const values = new Map<string, string[]>()
  for (const family of pages.flatMap((page) => page.trim().split('\n\n'))) {
    if (family === '') continue
    const [help = '', type = '', ...lines] = family.split('\n')
    const head = `${help}\n${type}`
    values.set(head, [...(values.get(head) ?? []), ...lines])
  }
  return `${[...values].map(([head, lines]) => [head, ...lines].join('\n')).join('\n\n')}\n`
}
