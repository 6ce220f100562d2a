import type { JsonObject } from '@platform/contract/openapi'
import { codeBlock } from '../code-block.ts'
import { escapeMarkup, richText } from '../html.ts'
import { isSchema } from './document.ts'
import type { MadePage } from './pages.ts'
import { renderMeaning, schemaPrinter } from './schema.ts'

const manifestPath = 'manifest/reference/'

const { fieldsOf } = schemaPrinter((id) => `#${id}`)

/** Lists every key of `platform.yaml`, from the schema used by editors and the CLI. */
export function manifestPage(schema: JsonObject): MadePage {
  const definitions = isSchema(schema['$defs']) ? Object.entries(schema['$defs']) : []
  const parts = definitions.filter((part): part is [string, JsonObject] => isSchema(part[1]))
  return {
    path: manifestPath,
    title: 'platform.yaml keys',
    html: `<h1><code>platform.yaml</code> keys</h1>
<p>Generated from <a href="/schemas/platform.yaml.json">the JSON Schema</a>. For completion and validation in editors, reference it on the first line of the file:</p>
${codeBlock('# yaml-language-server: $schema=https://integrations.acme.example/schemas/platform.yaml.json', 'yaml')}
<h2 id="file">The file</h2>${fieldsOf(schema)}
${parts.map(([id, part]) => `<h2 id="${id}">${escapeMarkup(id)}</h2><p>${richText(renderMeaning(part))}</p>${fieldsOf(part)}`).join('\n')}`,
    headings: [
      { level: 2, id: 'file', html: 'The file' },
      ...parts.map(([id]) => ({ level: 2, id, html: escapeMarkup(id) })),
    ],
  }
}
