import type { Json, JsonObject } from '@platform/contract/openapi'
import { escapeMarkup, richText } from '../html.ts'
import { isSchema, lastSegment } from './document.ts'

/** Renders JSON Schemas; `hrefOf` returns the URL of a named schema. */
export function schemaPrinter(hrefOf: (id: string) => string) {
  return { fieldsOf, typeOf, entry }

  /** Renders the fields of an object, or of the objects in a list, map or choice. */
  function fieldsOf(schema: JsonObject): string {
    const { properties, required = [], items, additionalProperties } = schema
    const inside = [items, additionalProperties, ...alternativesOf(schema)].filter(isSchema)
    if (!isSchema(properties)) return inside.map(fieldsOf).join('')
    const names = Array.isArray(required) ? required : []
    const fields = Object.entries(properties)
      .filter((field): field is [string, JsonObject] => isSchema(field[1]))
      .map(([name, field]) =>
        entry(
          name,
          [typeOf(field), !names.includes(name) && 'optional'],
          meaningOf(field),
          fieldsOf(field),
        ),
      )
    return `<dl>${fields.join('')}</dl>`
  }

  function entry(name: string, facts: (string | false)[], meaning: string, inside = ''): string {
    return `<dt><code>${escapeMarkup(name)}</code> <span class="quiet">${facts.filter(Boolean).join(', ')}</span></dt>
<dd>${richText(meaning)}${inside}</dd>`
  }

  /** Renders a type as HTML with links to schemas. */
  function typeOf(schema: JsonObject): string {
    const { $ref, type, enum: choices, const: only, items, default: byDefault } = schema
    if (typeof $ref === 'string') {
      const id = lastSegment($ref)
      return `<a href="${hrefOf(id)}">${id}</a>`
    }
    const alternatives = alternativesOf(schema)
    if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(' or ')
    if (Array.isArray(choices)) return choices.map((choice) => literal(choice)).join(' | ')
    if (only !== undefined) return literal(only)
    if (type === 'array') return `list of ${isSchema(items) ? typeOf(items) : 'anything'}`
    if (isSchema(schema['additionalProperties'])) {
      return `map of ${typeOf(schema['additionalProperties'])}`
    }
    const name = escapeMarkup(String(schema['format'] ?? type ?? 'anything'))
    return `${name}${rangeOf(schema)}${byDefault === undefined ? '' : `, ${literal(byDefault)} by default`}`
  }
}

export const meaningOf = ({ description }: JsonObject): string =>
  typeof description === 'string' ? description : ''

const alternativesOf = ({ anyOf, oneOf }: JsonObject): JsonObject[] => {
  const alternatives = anyOf ?? oneOf
  return Array.isArray(alternatives) ? alternatives.filter(isSchema) : []
}

function rangeOf({ minimum, maximum, maxLength }: JsonObject): string {
  if (minimum !== undefined) return ` ${literal(minimum)}–${literal(maximum ?? '')}`
  return typeof maxLength === 'number' ? ` of at most ${maxLength} characters` : ''
}

const literal = (json: Json) => escapeMarkup(typeof json === 'string' ? json : JSON.stringify(json))
