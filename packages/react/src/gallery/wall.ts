import { screens } from './screens.ts'

// Every screen beside the others, in the selected look; each is a separate page.

const form = document.querySelector('form')
const main = document.querySelector('main')
if (!form || !main) throw new Error('The page has no form or no place for the screens.')

function hang(): void {
  const { screens: wanted = '', width = '720', ...look } = Object.fromEntries(readFormTexts(form))
  const names = Object.keys(screens).filter((name) => name.includes(wanted))
  main?.replaceChildren(
    ...names.map((screen) => {
      const figure = document.createElement('figure')
      const caption = document.createElement('figcaption')
      const frame = document.createElement('iframe')
      const address = `screen.html?${new URLSearchParams({ screen, ...look })}`
      const link = Object.assign(document.createElement('a'), {
        href: address,
        textContent: screen,
      })
      Object.assign(frame, { title: screen, loading: 'lazy', src: address, width, height: 560 })
      caption.append(link)
      figure.append(caption, frame)
      return figure
    }),
  )
}

const readFormTexts = (from: HTMLFormElement | null) =>
  [...new FormData(from ?? undefined)].map(([key, value]) => [key, String(value)])

form.addEventListener('change', hang)
form.addEventListener('submit', (event) => event.preventDefault())
hang()
