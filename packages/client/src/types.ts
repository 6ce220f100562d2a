import type { paths } from './api.ts'

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths that answer the verb. */
export type PathOf<V extends Verb> = {
  [P in keyof paths]: [Exclude<paths[P][V], undefined>] extends [never] ? never : P
}[keyof paths]

/** The operation that the verb and the path name. */
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

/** Absent when the operation has none, optional when it can do without. */
type Part<Key extends string, Value> = [Value] extends [never]
  ? {}
  : {} extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

export interface CallOptions {
  /** Repeating a key and body replays the first reply for 24 hours, so that a repeated POST is harmless. */
  idempotencyKey?: string
  /** The `ETag` of the record as it was read; 412 when somebody else was faster. */
  ifMatch?: string
  signal?: AbortSignal
}

export type OptionsOf<V extends Verb, P extends PathOf<V>> = CallOptions &
  Part<'params', ParametersOf<OperationOf<V, P>, 'path'>> &
  Part<'query', ParametersOf<OperationOf<V, P>, 'query'>> &
  Part<'body', BodyOf<OperationOf<V, P>>>

/** The last argument, which may be left out when the operation demands nothing. */
export type Arguments<V extends Verb, P extends PathOf<V>> =
  {} extends OptionsOf<V, P> ? [options?: OptionsOf<V, P>] : [options: OptionsOf<V, P>]

type Successes<Operation> = Operation extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)]
  : never

/** What the operation answers when it succeeds; `undefined` when it answers nothing. */
export type ReplyOf<V extends Verb, P extends PathOf<V>> =
  Successes<OperationOf<V, P>> extends { content: infer Content }
    ? Exclude<Content[keyof Content], undefined>
    : undefined
