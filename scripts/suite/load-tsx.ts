import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/** Loads components, which Node does not run itself. */
registerHooks({
  load(url, context, nextLoad) {
    if (!/\.tsx(\?|$)/.test(url)) return nextLoad(url, context)
    // Loaded when first needed: only a few test files render components outside a browser.
    const { transformSync }: typeof import('@swc/core') = require('@swc/core')
    const filename = fileURLToPath(url)
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      ...{ filename, configFile: false, swcrc: false, sourceMaps: 'inline' },
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'esnext',
      },
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
