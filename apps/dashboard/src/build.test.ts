import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { buildDashboard, dashboardFolder } from './build.ts'

beforeAll(async () => void (await buildDashboard()))

it('skips the build while the sources are unchanged', async () => {
  const hasBuilt = await buildDashboard()

  expect(hasBuilt).toBe(false)
})

it('loads at most 5 kB for each rarely used part, 150 kB for the editor and 65 kB for the components and their preview', async () => {
  const page = await readFile(join(dashboardFolder, 'index.html'), 'utf8')
  const names = await readdir(join(dashboardFolder, 'assets'))
  const onDemand = names.filter(
    (name) => !/\.(br|gz)$/.test(name) && !page.includes(name) && !isOfHostedPage(name),
  )

  const weights = await Promise.all(onDemand.map((name) => measureWeight(`assets/${name}`)))

  expect(weights.length).toBeGreaterThan(0)
  const findWeights = (large: RegExp) =>
    weights.filter((_, index) => large.test(onDemand[index] ?? ''))
  const editor = findWeights(/^yaml-editor/)
  const components = findWeights(/^(ui|styles)-/)
  const others = findWeights(/^(?!yaml-editor|ui-|styles-)/)
  expect(editor).toHaveLength(1)
  expect(components.length).toBeGreaterThan(1)
  expect(Math.max(...editor)).toBeLessThanOrEqual(150_000)
  expect(components.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(65_000)
  expect(Math.max(...others)).toBeLessThanOrEqual(5_000)
})

it('loads at most 50 kB for the hosted page, without its language', async () => {
  const page = await readFile(join(dashboardFolder, 'connect.html'), 'utf8')
  const names = [...page.matchAll(/\/(assets\/[^"]+)"/g)].map(([, name = '']) => name)

  const weights = await Promise.all(names.map(measureWeight))

  expect(names.every((name) => isOfHostedPage(name.replace('assets/', '')))).toBe(true)
  expect(weights.length).toBeGreaterThan(1)
  expect(weights.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(50_000)
})

const isOfHostedPage = (name: string) => name.startsWith('hosted-')

it('contains no inline scripts, inline styles or third-party resources', async () => {
  const page = await readFile(join(dashboardFolder, 'index.html'), 'utf8')

  expect(page).not.toMatch(/<style|<script(?![^>]*\bsrc=)|style="|https?:/)
})

const measureWeight = async (name: string) =>
  gzipSync(await readFile(join(dashboardFolder, name))).length
