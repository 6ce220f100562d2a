import type { Entry } from './answer.ts'

/** What the load generator of the delivery benchmark sends. */
export interface GeneratorOptions {
  /** `closed` keeps a number of requests in progress, `open` sends at a fixed rate. */
  mode: 'closed' | 'open'
  origin: string
  /** Used in turn. */
  entries: readonly Entry[]
  /** Concurrent requests, or requests per second. */
  amount: number
  seconds: number
}

/** Returns the arguments of the process `generator.ts`. */
export const generatorArguments = (options: GeneratorOptions): string[] => [JSON.stringify(options)]

/** Parses the arguments of this process. */
export const generatorOptions = (): GeneratorOptions =>
  JSON.parse(process.argv[2] ?? '') as GeneratorOptions
