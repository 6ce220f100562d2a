import { expectTypeOf, it } from 'vitest'
import type { JobName, Jobs } from './enqueue.ts'

/** Names of the payload's IDs that any text could be. */
type PlainIds<Payload> = {
  [Name in keyof Payload]: Name extends `${string}Id`
    ? string extends Payload[Name]
      ? Name
      : never
    : never
}[keyof Payload]

it('has typed IDs in the payload of each job', () => {
  expectTypeOf<{ [Name in JobName]: PlainIds<Jobs[Name]> }[JobName]>().toEqualTypeOf<never>()
})
