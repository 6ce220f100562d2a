import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const script = fileURLToPath(new URL('../scripts/install-missing.mjs', import.meta.url))

/** A clone whose packages are not those of its lockfile, and an npm that fails and says what it was asked. */
async function givenClone() {
  const folder = await mkdtemp(join(tmpdir(), 'clone-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'scripts'))
  await mkdir(join(folder, 'bin'))
  await copyFile(script, join(folder, 'scripts/install-missing.mjs'))
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const lockfile = JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } })
  await writeFile(join(folder, 'package-lock.json'), lockfile)
  const npm = join(folder, 'bin/npm')
  await writeFile(npm, '#!/bin/sh\necho "$1" >> "$ASKED"; env >> "$ASKED.env"; exit 1\n')
  await chmod(npm, 0o755)
  return { folder, lockfile, asked: join(folder, 'asked') }
}

it('installs what the lockfile says or nothing, and tells npm no secret', async () => {
  const { folder, lockfile, asked } = await givenClone()

  const { status, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'scripts/install-missing.mjs')],
    {
      encoding: 'utf8',
      env: {
        PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
        ASKED: asked,
        PLATFORM_MASTER_KEY: 'the-master-key',
        DATABASE_URL: 'postgresql://user:the-password@host/db',
      },
    },
  )

  expect(status).not.toBe(0)
  expect(stderr).toContain('The packages could not be installed')
  expect(await readFile(asked, 'utf8')).toBe('ci\n')
  expect(await readFile(join(folder, 'package-lock.json'), 'utf8')).toBe(lockfile)
  const environment = await readFile(`${asked}.env`, 'utf8')
  expect(environment).not.toContain('the-master-key')
  expect(environment).not.toContain('the-password')
})
