import { generatedBy, type MessageSchema } from './message-schema.ts'
import type { TypeSchema, TypeSchemaObject } from './schema.ts'

/** Prints the types of messages as a TypeScript module without imports. */
export function printTypeScript({ anyOf, $defs }: MessageSchema): string {
  const types = Object.entries($defs).map(
    ([name, schema]) =>
      `${printComment(schema, '')}export type ${name} =${printAlternatives(schema)}\n`,
  )
  return [
    `// ${generatedBy}. Do not edit: the command replaces the file.\n/* eslint-disable */\n`,
    `/** Messages with records of the integrations in platform.yaml: \`verifyWebhook<Messages>(…)\`. */
export type Messages =${printAlternatives({ anyOf })}\n`,
    ...types,
  ].join('\n')
}

/** Prints a defined type: alternatives with members each begin a line. */
function printAlternatives(schema: TypeSchemaObject): string {
  const { anyOf } = schema
  if (!anyOf) return ` ${printType(schema, '')}`
  return anyOf.map((one) => `\n  | ${printType(one, '    ')}`).join('')
}

function printType(schema: TypeSchema, indent: string): string {
  if (schema === false) return 'undefined'
  if (schema === true) return 'unknown'
  const { $ref, const: constant, enum: values, type, anyOf, allOf } = schema
  if ($ref !== undefined) return $ref.replace('#/$defs/', '')
  if (constant !== undefined) return quote(constant)
  if (values) return values.length === 0 ? 'never' : values.map(quote).join(' | ')
  if (anyOf) return printUnion(anyOf, indent)
  if (allOf) return allOf.map((one) => printType(one, indent)).join(' & ')
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return printList(schema.items ?? true, indent)
    case 'object':
      return printObject(schema, indent)
    default:
      return 'unknown'
  }
}

function printUnion(schemas: readonly TypeSchema[], indent: string): string {
  const hasChoices = schemas.some((one) => typeof one === 'object' && one.enum)
  const members = schemas.map((one) => {
    // Editors suggest the choices, and any other text is valid.
    if (hasChoices && typeof one === 'object' && one.type === 'string') return '(string & {})'
    return printType(one, indent)
  })
  return members.join(' | ')
}

/** Lists of several types need parentheses. */
function printList(items: TypeSchema, indent: string): string {
  const type = printType(items, indent)
  const isPlain = typeof items === 'boolean' || !(items.anyOf ?? items.enum ?? items.allOf)
  return isPlain ? `${type}[]` : `(${type})[]`
}

function printObject(
  { properties = {}, required = [], additionalProperties }: TypeSchemaObject,
  indent: string,
): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${printComment(schema, inner)}${inner}${printKey(name)}${mark}: ${printType(schema, inner)}\n`
  })
  if (additionalProperties !== undefined && additionalProperties !== false) {
    if (lines.length === 0) return '{ [name: string]: unknown }'
    lines.push(`${inner}[name: string]: unknown\n`)
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}

const printKey = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name))

/** Prints a literal. Characters that editors hide or that end a line are escaped. */
const quote = (value: string) =>
  JSON.stringify(value).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => String.raw`\u{${character.codePointAt(0)?.toString(16)}}`,
  )

function printComment(schema: TypeSchema, indent: string): string {
  if (typeof schema !== 'object' || schema.description === undefined) return ''
  const line = schema.description
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('*/', '* /')
    .trim()
    .slice(0, 300)
  return line === '' ? '' : `${indent}/** ${line} */\n`
}
