import { execFile } from 'node:child_process'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const home = join(root, 'packages/react/.size/exported-types/dist')

it('exports every documented type under its documented name', async () => {
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { recursive: true })
  // The fixture compiles the same file against the published package.
  await copyFile(
    join(root, 'packages/react/src/fixtures/vite/named-types.tsx'),
    join(home, 'named-types.tsx'),
  )
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

  expect(compiled).toBe('')
})
