import type { paths } from './api.ts'

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Paths that support the method. */
export type PathOf<V extends Verb> = {
  [P in keyof paths]: [Exclude<paths[P][V], undefined>] extends [never] ? never : P
}[keyof paths]

/** The operation of a method and path. */
export type OperationOf<V extends Verb, P extends PathOf<V>> = Exclude<paths[P][V], undefined>

type ParametersOf<Operation, Where extends string> = Operation extends {
  parameters: { [W in Where]?: infer Parameters }
}
  ? Exclude<Parameters, undefined>
  : never

type BodyOf<Operation> = Operation extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** Absent if the operation has none, optional if it is not required. */
type Part<Key extends string, Value> = [Value] extends [never]
  ? {}
  : {} extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

export interface CallOptions {
  /**
   * Repeating a key and body returns the first reply for 24 hours, so that a repeated POST is
   * harmless.
   */
  idempotencyKey?: string
  /** `ETag` of the record as read; 412 if it was changed since. */
  ifMatch?: string
  signal?: AbortSignal
}

export type OptionsOf<V extends Verb, P extends PathOf<V>> = CallOptions &
  Part<'params', ParametersOf<OperationOf<V, P>, 'path'>> &
  Part<'query', ParametersOf<OperationOf<V, P>, 'query'>> &
  Part<'body', BodyOf<OperationOf<V, P>>>

/** The last argument; optional if the operation requires nothing. */
export type Arguments<V extends Verb, P extends PathOf<V>> =
  {} extends OptionsOf<V, P> ? [options?: OptionsOf<V, P>] : [options: OptionsOf<V, P>]

type Successes<Operation> = Operation extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)]
  : never

/** The reply of a successful operation; `undefined` without a body. */
export type ReplyOf<V extends Verb, P extends PathOf<V>> =
  Successes<OperationOf<V, P>> extends { content: infer Content }
    ? Exclude<Content[keyof Content], undefined>
    : undefined
