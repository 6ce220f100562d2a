import type { z } from 'zod'

/** Returns the shape with members that may be null: in an object, null removes a default of its provider. */
export const nullable = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.nullable()])) as {
    [Name in keyof Shape]: z.ZodNullable<Shape[Name]>
  }
