import { expect, it } from 'vitest'
import { toCss, readyLooks, titleOfLook, withColor, withLook } from './look.ts'

it('recognizes each ready look, and no changed one', () => {
  const changed = withColor(readyLooks['Ink'] ?? {}, 'dark', { name: 'primary', color: '#123456' })

  expect(Object.keys(readyLooks).map((title) => titleOfLook(readyLooks[title] ?? {}))).toEqual(
    Object.keys(readyLooks),
  )
  expect(titleOfLook(changed)).toBeUndefined()
})

it('keeps the other scheme when a color changes in one', () => {
  const look = withColor({}, 'dark', { name: 'primary', color: '#00ff00' })

  expect(look).toEqual({ light: { primary: '#3d52d5' }, dark: { primary: '#00ff00' } })
  expect(toCss(look)).toBe(':root {\n  --plat-colors-primary: light-dark(#3d52d5, #00ff00);\n}\n')
})

it('leaves out a color that has its default again', () => {
  const look = withColor({}, 'light', { name: 'primary', color: '#00ff00' })

  const again = withColor(look, 'light', { name: 'primary', color: '#3d52d5' })

  expect(again).toEqual({ light: {}, dark: {} })
  expect(toCss(again)).not.toContain(':root')
})

it('keeps the logo when another look is chosen', () => {
  const look = withLook({ logo: 'data:image/png;base64,AA==', fontSize: 18 }, 'Lagoon')

  expect(look).toMatchObject({ logo: 'data:image/png;base64,AA==', fontSize: 13, spacing: 12 })
  expect(titleOfLook(look)).toBe('Lagoon')
})
