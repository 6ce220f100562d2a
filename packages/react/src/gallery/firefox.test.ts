import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFirefox, type FirefoxPage } from './firefox.ts'
import { serveGallery } from './gallery-server.ts'
import { screens } from './screens.ts'

const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox'

// Requires an installed Firefox; no distribution has a WebKit that can be automated.
describe.runIf(existsSync(executablePath))('in Firefox', () => {
  let gallery: { url: string; close: () => Promise<void> }
  let page: FirefoxPage
  beforeAll(async () => {
    const opening = openFirefox(executablePath)
    gallery = await serveGallery()
    page = await opening
    await page.open(`${gallery.url}/screen.html`)
  })
  afterAll(async () => {
    await page.close()
    await gallery.close()
  })

  it('shows every screen, wide and at 320 px, without console output', async () => {
    const shown: Record<string, string[]> = {}
    for (const width of [1280, 320]) {
      await page.resize(width, 800)
      for (const screen of Object.keys(screens)) {
        const [text, tooWide] = await page.run(async (name) => {
          window.gallery.show(name)
          const busy = () => document.querySelector('.plat-root:not([data-state="loading"])')
          for (let wait = 0; wait < 20 && !busy(); wait += 1) {
            await new Promise((resolve) => setTimeout(resolve, 10))
          }
          const { scrollWidth, clientWidth } = document.documentElement
          return [
            document.querySelector('.plat-root')?.textContent ?? '',
            scrollWidth - clientWidth,
          ] as const
        }, screen)
        if (!text || tooWide > 0) (shown[screen] ??= []).push(`${width}: ${text} ${tooWide}`)
      }
    }

    expect(shown).toEqual({})
    expect(page.complaints).toEqual([])
  })

  it('connects through the popup, installs and uninstalls', async () => {
    const calls = await page.run(async () => {
      const expectFound = async (selector: string, text: RegExp) => {
        for (let wait = 0; wait < 1_500; wait += 1) {
          const all = [...document.querySelectorAll<HTMLElement>(selector)]
          const one = all.find((element) => text.test(element.textContent ?? ''))
          if (one) return one
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
        throw new Error(`There is no ${selector} with ${text}: ${document.body.textContent}`)
      }
      window.gallery.show('connect')
      ;(await expectFound('button', /^Connect Salesforce/)).click()
      ;(await expectFound('button', /Use Customer Priority/)).click()
      ;(await expectFound('label', /Business Phone/)).click()
      ;(await expectFound('button', /^Install$/)).click()
      await expectFound('.plat-root', /saved\./)
      ;(await expectFound('[role=tab]', /Manage/)).click()
      ;(await expectFound('button', /^Uninstall$/)).click()
      ;(await expectFound('dialog button', /^Uninstall$/)).click()
      await expectFound('button', /^Reinstall/)
      return window.calls
    })

    expect(calls).toMatchObject([
      [
        'onInstallSuccess',
        'inst_1',
        {
          read: {
            objects: [
              {
                objectName: 'Contact',
                selectedFields: { Phone: true },
                selectedFieldMappings: { priority: 'Customer_Priority__c' },
              },
            ],
          },
        },
      ],
      ['onUninstallSuccess', 'inst_1'],
    ])
    expect(page.complaints).toEqual([])
  })
})
