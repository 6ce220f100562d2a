/** Messages from a process to its parent. */
export type FromChild =
  | { kind: 'ready'; url: string | undefined }
  /** It does not stand still. */
  | { kind: 'beat' }
  /** Somebody asks it for metrics, which are to be those of all. */
  | { kind: 'asked-for-metrics'; question: number }
  | { kind: 'own-metrics'; question: number; metrics: string }

/** Messages from the parent. */
export type ToChild =
  | { kind: 'send-own-metrics'; question: number }
  | { kind: 'metrics-of-all'; question: number; metrics: string }

/** How often a process reports that it responds. */
export const beatEveryMs = 1_000

/** The variable by which a process learns which of them it is. */
export const numberVariable = 'SERVE_PROCESS_NUMBER'

/**
 * Merges the metrics of several processes into one page: samples of the same metric must stand
 * together, below one head.
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
