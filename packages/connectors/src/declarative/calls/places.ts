import { z } from 'zod'

export const isPlainPath = (path: string) =>
  !/[.](?:_{2}proto_{2}|constructor|prototype)[.]/.test(`.${path}.`)

/** Path of a value: `data.items`, or empty for the whole. Numbers are list indexes, from 0. */
export const DotPath = z
  .string()
  .max(200)
  .regex(/^$|^[\w@$:-]+(?: [\w@$:-]+)*(?:\.[\w@$:-]+)*$/, 'a dot path such as data.items')
  .refine(isPlainPath, 'no name of what every object inherits')

export const DotPlace = DotPath.min(1)

const isWithin = (path: string) =>
  !/^\/\/|\\|[?#\s]|(?:^|\/)\.{1,2}(?:\/|$)|%(?:2e|2f|5c)/i.test(path)

/** A path below the provider's base URL. `{{name}}` is a value of the connection. */
export const UrlPath = z
  .string()
  .max(300)
  .regex(/^$|^\//, 'a path that begins with /, without scheme and host')
  .refine(isWithin, 'a path without .. and without query')

export const ParameterName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^(?!(?:body|query|header|argument):)/, 'a name without its place, which `in` declares')

export const LiteralText = z.union([z.string().max(4000), z.number(), z.boolean()])
