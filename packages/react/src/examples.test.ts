import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = join(root, 'packages/react/.size/examples/dist')

it.each([
  'packages/react/README.md',
  'docs/customer-destinations.md',
  'docs/ui/README.md',
  'docs/ui/install-wizard.md',
  'docs/ui/another-library.md',
])('has examples in %s that compile strictly', async (page) => {
  const home = join(folder, page.replaceAll('/', '-'))
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { recursive: true })
  const text = await readFile(join(root, page), 'utf8')
  const examples = [...text.matchAll(/```tsx\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  for (const [index, code] of examples.entries()) {
    // Others import it by its name.
    const [, name = `example-${index}`] = /^export function (\w+)/m.exec(code) ?? []
    await writeFile(join(home, `${name.toLowerCase()}.tsx`), code)
  }
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], jsx: 'react-jsx' },
    ...{ target: 'es2023', module: 'preserve', allowImportingTsExtensions: true },
    ...{ lib: ['es2024', 'esnext', 'dom', 'dom.iterable'], noUncheckedSideEffectImports: false },
  }
  await writeFile(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions }))

  const compiled = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [
    '-p',
    home,
    '--singleThreaded',
  ])
    .then(() => '')
    .catch(({ stdout }: { stdout: string }) => stdout)

  expect(examples.length).toBeGreaterThan(0)
  expect(compiled).toBe('')
})
