import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { toAnchor, escapeMarkup } from './html.ts'

const languages = {
  ...{ bash, css, go, http, ini, java, json, php, python, ruby, sql, typescript, xml, yaml },
  ...{ sh: bash, cron: ini, ts: typescript, tsx: typescript, js: typescript, html: xml, vue: xml },
}
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

/** Returns highlighted code with a copy button. */
export const codeBlock = (code: string, language = ''): string =>
  `<div class="code"><pre tabindex="0"><code>${
    language in languages ? hljs.highlight(code, { language }).value : escapeMarkup(code)
  }</code></pre></div>`

/** Returns blocks of which one is shown at a time; the choice applies to all pages. */
export function tabs(blocks: { name: string; html: string }[], group: string): string {
  const buttons = blocks.map(
    ({ name }, index) =>
      `<button type="button" role="tab" id="${group}-${toAnchor(name)}-tab" aria-controls="${group}-${toAnchor(name)}" aria-selected="${index === 0}"${index === 0 ? '' : ' tabindex="-1"'}>${escapeMarkup(name)}</button>`,
  )
  // Without the script, all blocks are shown below one another.
  const panels = blocks.map(
    ({ name, html }) =>
      `<div role="tabpanel" id="${group}-${toAnchor(name)}" aria-labelledby="${group}-${toAnchor(name)}-tab">${html}</div>`,
  )
  return `<div class="tabs"><div role="tablist" aria-label="Code samples">${buttons.join('')}</div>${panels.join('')}</div>`
}
