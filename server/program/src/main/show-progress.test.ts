import { expect, it } from 'vitest'
import { showProgress } from './show-progress.ts'

function given(isTTY: boolean) {
  let text = ''
  const progress = showProgress({ isTTY, write: (more) => (text += more) })
  return { progress, text: () => text }
}

it('redraws one bar in a terminal, at most once per percent', () => {
  const { progress, text } = given(true)

  for (let done = 0; done <= 1000; done++) progress(done, 1000)

  const bars = text().split('\r').slice(1)
  expect(bars).toHaveLength(101)
  expect(bars[50]).toBe(`${'█'.repeat(15)}${'░'.repeat(15)}  50 %  500 of 1000 keys`)
  expect(bars.at(-1)).toBe(`${'█'.repeat(30)} 100 %  1000 of 1000 keys\n`)
})

it('prints a line for each tenth without a terminal', () => {
  const { progress, text } = given(false)

  for (let done = 0; done <= 1000; done++) progress(done, 1000)

  expect(text().split('\n').slice(0, 3)).toEqual([
    '0 of 1000 keys',
    '100 of 1000 keys',
    '200 of 1000 keys',
  ])
  expect(text()).toMatch(/^[\d of keys\n]+1000 of 1000 keys\n$/)
})
