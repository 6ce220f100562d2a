import {
  ProviderError,
  type CustomFieldDefinition,
  type FieldOutcome,
  type UpsertFieldsRequest,
  type UpsertFieldsResult,
} from '@platform/connector'
import { requireValue } from '../require-value.ts'

/** One field of a request, with the object's name as the caller wrote it. */
export interface RequestedField {
  objectName: string
  definition: CustomFieldDefinition
}

export type FieldResult = Omit<FieldOutcome, 'fieldName'>

/** A writing call, and the fields whose outcome it determines. */
export interface UpsertStep {
  fields: readonly RequestedField[]
  message: string
  run(): Promise<void>
}

/** State of one upsert: the outcome of each field so far. */
export class UpsertRun {
  readonly fields: readonly RequestedField[]
  readonly request: UpsertFieldsRequest
  readonly #outcomes = new Map<RequestedField, FieldResult>()

  constructor(request: UpsertFieldsRequest) {
    this.request = request
    this.fields = Object.entries(request.fields).flatMap(([objectName, definitions]) =>
      definitions.map((definition) => ({ objectName, definition })),
    )
  }

  setResult(field: RequestedField, outcome: FieldResult): void {
    this.#outcomes.set(field, outcome)
  }

  reject(field: RequestedField, error: ProviderError, warnings: readonly string[] = []): void {
    this.request.onRefusal?.(error)
    this.setResult(field, { action: 'none', error, ...addWarnings(warnings) })
  }

  findOutcome(field: RequestedField): FieldResult | undefined {
    return this.#outcomes.get(field)
  }

  /** Runs work that is concurrent with other work. */
  inStep<Done>(work: () => Promise<Done>): Promise<Done> {
    return this.request.inStep?.(work) ?? work()
  }

  /** Reports progress to the caller. */
  async report(message: string): Promise<void> {
    const { onProgress } = this.request
    await onProgress?.({ done: this.#outcomes.size, total: this.fields.length, message })
  }

  /**
   * Runs the steps with limited concurrency. A rejected step sets the outcome of its fields, and
   * the others continue; an outage or rejected credentials set the outcome of all remaining fields.
   * Throws if nothing was done and no field was already as defined.
   */
  async carryOut(steps: readonly UpsertStep[], atATime = 1): Promise<void> {
    const waiting = [...steps]
    let first: ProviderError | undefined
    let stop: ProviderError | undefined
    const take = async (step: UpsertStep) => {
      try {
        if (stop) throw stop
        this.request.signal?.throwIfAborted()
        await step.run()
        await this.report(step.message)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        first ??= error
        if (error.isOutage || error.failure === 'credentials') stop ??= error
        for (const field of step.fields) {
          if (!this.#outcomes.has(field)) this.reject(field, error)
        }
      }
    }
    const work = async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        const next = step
        await this.inStep(() => take(next))
      }
    }
    await Promise.all(Array.from({ length: Math.min(atATime, steps.length) }, work))
    if (stop && !this.#hasWritten()) throw stop
    if (first && this.#isAllRefused()) throw first
  }

  result(): UpsertFieldsResult {
    const byObject = Map.groupBy(this.fields, ({ objectName }) => objectName)
    const fields = Object.fromEntries(
      [...byObject].map(([objectName, ofObject]) => [
        objectName,
        Object.fromEntries(ofObject.map((field) => this.#entry(field))),
      ]),
    )
    const success = [...this.#outcomes.values()].every(({ error }) => error === undefined)
    return { success, fields }
  }

  #entry(field: RequestedField): [string, FieldOutcome] {
    const { fieldName } = field.definition
    return [fieldName, { fieldName, ...requireValue(this.#outcomes.get(field)) }]
  }

  #isAllRefused(): boolean {
    return [...this.#outcomes.values()].every(({ error }) => error !== undefined)
  }

  #hasWritten(): boolean {
    return [...this.#outcomes.values()].some(({ action }) => action !== 'none')
  }
}

export const addWarnings = (warnings: readonly string[]): Pick<FieldResult, 'warnings'> =>
  warnings.length > 0 ? { warnings: [...warnings] } : {}

/** Returns the rejection of one object; rethrows errors that concern all of them. */
export function rejectionOfObject(error: unknown): ProviderError {
  const isOfObject =
    error instanceof ProviderError && !error.isOutage && error.failure !== 'credentials'
  if (!isOfObject) throw error
  return error
}

/** Splits a list into parts of at most this size. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )
}
