import type { Page } from 'playwright-core'

/** Opens a filter of a list: its chip if it is set, else by the menu that adds one. */
export async function openFilter(page: Page, label: string): Promise<void> {
  const filters = page.getByRole('search').last()
  const chip = filters.getByRole('button', { name: new RegExp(`^${label}(:|$)`) })
  const add = filters.getByRole('button', { name: 'Filter', exact: true })
  await chip.or(add).first().waitFor()
  if ((await chip.count()) > 0) return chip.first().click()
  await add.click()
  await filters
    .getByRole('group', { name: 'Add filter' })
    .getByRole('button', { name: label, exact: true })
    .click()
}

/** Sets a filter of a list to a listed value. */
export async function chooseFilter(page: Page, label: string, value: string): Promise<void> {
  await openFilter(page, label)
  await page
    .getByRole('group', { name: label, exact: true })
    .getByRole('button', { name: value, exact: true })
    .click()
}

/** Sets a filter of a list by typing and Enter. */
export async function typeFilter(page: Page, label: string, text: string): Promise<void> {
  await openFilter(page, label)
  const field = page.getByRole('group', { name: label, exact: true }).locator('input')
  await field.fill(text)
  await field.press('Enter')
}

/** Returns the chip of a filter that is set to a value. */
export const findChip = (page: Page, label: string, value: string) =>
  page.getByRole('search').getByRole('button', { name: `${label}: ${value}`, exact: true })

/** Returns the button that removes a filter. */
export const findRemoval = (page: Page, label: string) =>
  page.getByRole('button', { name: `Remove filter ${label}`, exact: true })
