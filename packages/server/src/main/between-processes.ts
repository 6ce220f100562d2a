/** What a process tells the one that started it. */
export type FromChild =
  | { kind: 'ready'; url: string | undefined }
  /** It does not stand still. */
  | { kind: 'beat' }
  /** Somebody asks it for metrics, which are to be those of all. */
  | { kind: 'asked-for-metrics'; question: number }
  | { kind: 'own-metrics'; question: number; metrics: string }

/** What it is told. */
export type ToChild =
  | { kind: 'tell-own-metrics'; question: number }
  | { kind: 'metrics-of-all'; question: number; metrics: string }

/** How often a process says that it does not stand still. */
export const beatEveryMs = 1_000

/** The variable by which a process learns which of them it is. */
export const numberVariable = 'SERVE_PROCESS_NUMBER'

/**
 * One page of what several processes tell to Prometheus: what they say of the same metric must stand
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
