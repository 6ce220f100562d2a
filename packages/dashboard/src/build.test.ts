import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { buildDashboard, dashboardFolder } from './build.ts'

beforeAll(async () => void (await buildDashboard()))

it('builds nothing while the sources are the same', async () => {
  const before = performance.now()

  const hasBuilt = await buildDashboard()

  expect(hasBuilt).toBe(false)
  expect(performance.now() - before).toBeLessThan(200)
})

it('weighs at most 90 kB, compressed', async () => {
  const names = await readdir(join(dashboardFolder, 'assets'))

  const files = await Promise.all(
    names.map((name) => readFile(join(dashboardFolder, 'assets', name))),
  )
  const weight = files.reduce((sum, file) => sum + gzipSync(file).length, 0)

  expect(weight).toBeLessThanOrEqual(90_000)
})

it('has neither inline scripts nor inline styles, nor anything of others', async () => {
  const page = await readFile(join(dashboardFolder, 'index.html'), 'utf8')

  expect(page).not.toMatch(/<style|<script(?![^>]*\bsrc=)|style="|https?:/)
})
