import type { Json, JsonObject } from '@platform/contract/openapi'
import { escapeMarkup, richText } from '../html.ts'
import { isSchema, lastSegment } from './document.ts'

/** Renders JSON Schemas; `hrefOf` returns the URL of a named schema. */
export function schemaPrinter(hrefOf: (id: string) => string) {
  return { fieldsOf: renderFields, typeOf: renderType, entry }

  /** Renders the fields of an object, or of the objects in a list, map or choice. */
  function renderFields(schema: JsonObject): string {
    const { properties, required = [], items, additionalProperties } = schema
    const inside = [items, additionalProperties, ...listAlternatives(schema)].filter(isSchema)
    if (!isSchema(properties)) return inside.map(renderFields).join('')
    const names = Array.isArray(required) ? required : []
    const fields = Object.entries(properties)
      .filter((field): field is [string, JsonObject] => isSchema(field[1]))
      .map(([name, field]) =>
        entry(
          name,
          [renderType(field), !names.includes(name) && 'optional'],
          renderMeaning(field),
          renderFields(field),
        ),
      )
    return `<dl>${fields.join('')}</dl>`
  }

  function entry(name: string, facts: (string | false)[], meaning: string, inside = ''): string {
    return `<dt><code>${escapeMarkup(name)}</code> <span class="quiet">${facts.filter(Boolean).join(', ')}</span></dt>
<dd>${richText(meaning)}${inside}</dd>`
  }

  /** Renders a type as HTML with links to schemas. */
  function renderType(schema: JsonObject): string {
    const { $ref, type, enum: choices, const: only, items, default: byDefault } = schema
    if (typeof $ref === 'string') {
      const id = lastSegment($ref)
      return `<a href="${hrefOf(id)}">${id}</a>`
    }
    const alternatives = listAlternatives(schema)
    if (alternatives.length > 0) return [...new Set(alternatives.map(renderType))].join(' or ')
    if (Array.isArray(choices)) return choices.map((choice) => renderLiteral(choice)).join(' | ')
    if (only !== undefined) return renderLiteral(only)
    if (type === 'array') return `list of ${isSchema(items) ? renderType(items) : 'anything'}`
    if (isSchema(schema['additionalProperties'])) {
      return `map of ${renderType(schema['additionalProperties'])}`
    }
    const name = escapeMarkup(String(schema['format'] ?? type ?? 'anything'))
    return `${name}${formatRange(schema)}${byDefault === undefined ? '' : `, ${renderLiteral(byDefault)} by default`}`
  }
}

export const renderMeaning = ({ description }: JsonObject): string =>
  typeof description === 'string' ? description : ''

const listAlternatives = ({ anyOf, oneOf }: JsonObject): JsonObject[] => {
  const alternatives = anyOf ?? oneOf
  return Array.isArray(alternatives) ? alternatives.filter(isSchema) : []
}

function formatRange({ minimum, maximum, maxLength }: JsonObject): string {
  if (minimum !== undefined) return ` ${renderLiteral(minimum)}–${renderLiteral(maximum ?? '')}`
  return typeof maxLength === 'number' ? ` of at most ${maxLength} characters` : ''
}

const renderLiteral = (json: Json) =>
  escapeMarkup(typeof json === 'string' ? json : JSON.stringify(json))
