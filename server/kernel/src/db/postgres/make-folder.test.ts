import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolder } from './make-folder.ts'

async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'make-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('creates a folder and those above it, also when they exist', async () => {
  const path = join(await givenFolder(), 'a', 'b', 'c')

  await Promise.all([makeFolder(path, { mode: 0o700 }), makeFolder(path, { mode: 0o700 })])
  await makeFolder(path)

  for (const each of [path, join(path, '..')]) {
    const found = await stat(each)
    expect([found.isDirectory(), found.mode & 0o777]).toEqual([true, 0o700])
  }
})

it('fails if a file is in the place of the folder or above it', async () => {
  const file = join(await givenFolder(), 'file')
  await writeFile(file, '')

  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

it.runIf(process.platform === 'linux')(
  'fails where no folder can be created, instead of trying for ever',
  async () => {
    await expect(makeFolder('/proc/nope')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(makeFolder('/proc/nope/below')).rejects.toMatchObject({ code: 'ENOENT' })
  },
)
