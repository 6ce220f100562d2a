import { isBuiltin, registerHooks } from 'node:module'

/** URLs of modules of the workspace, by specifier: `@platform/kernel/values`. */
const found = new Map<string, string>()

/**
 * Resolves imports between the repository's modules, and of those of Node, directly. The hook of Vitest would send one message
 * per import to its main process, some 10,000 per worker, for a module graph that only its watch mode
 * needs; Node's would look each file up. Does not apply module mocks.
 */
registerHooks({
  resolve(specifier, { parentURL, ...context }, nextResolve) {
    if (isBuiltin(specifier)) {
      const url = specifier.startsWith('node:') ? specifier : `node:${specifier}`
      return { url, format: 'builtin', shortCircuit: true }
    }
    const next = () => nextResolve(specifier, { parentURL, ...context })
    if (!parentURL || parentURL.includes('/node_modules/')) return next()
    if (/^\.\.?\/.*\.tsx?$/.test(specifier)) {
      return { url: new URL(specifier, parentURL).href, shortCircuit: true }
    }
    if (!specifier.startsWith('@platform/')) return next()
    const known = found.get(specifier)
    if (known !== undefined) return { url: known, shortCircuit: true }
    const resolved = next()
    found.set(specifier, resolved.url)
    return resolved
  },
})
