/**
 * Generates `src/styles.css` from `src/look.css`, and the stylesheets of the themes; with `--check`, fails
 * if a committed file differs.
 * Rules of a page, even for `*`, override rules in a layer unless those are important, in which
 * case the layer wins. So all rules become important, except on elements with class names of the
 * page (`appearance.elements`, marked by `data-plat-own`), where the page wins.
 * Builders' bundlers transpile `light-dark()` for old browsers in a way that needs a `color-scheme`
 * in the same stylesheet, but the page controls that. So each becomes a color derived from
 * `Canvas`, which follows the page's color scheme.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { cssOfTheme, themes } from './src/themes/index.ts'

type Node = { prelude: string; children: Node[] } | { declaration: string }

/** Parts that `appearance.elements` can name. */
const parts =
  /\.plat-(root|header|heading|step-heading|button|input|field|mapping|suggestion|badge|notice|problem|tabs?|panel|dialog)(?![\w-])/

/** Subjects of selectors that are never parts. */
const neverParts =
  /svg|role=|^(?!.*\bh2\b)(?::(?:is|where)\()?(a|b|dd|dt|img|label|legend|li|p|progress|rect|summary|table|td|th|tr|ul)\b/

/** Elements whose children without a class are never parts. */
const withoutParts = /\.plat-(check|waiting)[ >]/

const look = (await readFile(new URL('./src/look.css', import.meta.url), 'utf8')).replaceAll(
  /\/\*[\s\S]*?\*\//g,
  '',
)
const generated: Record<string, string> = {
  'styles.css': `/* From look.css */\n${printStyles(parseStyles(ofEitherScheme(look, 'var(--_day)')).flatMap(isolateRule))}\n`,
}
for (const [name, theme] of Object.entries(themes)) {
  // Not `var(--_day)`, which is known only inside of the components.
  const css = ofEitherScheme(cssOfTheme(theme), 'clamp(0,r - 128,1)')
  generated[`themes/${name}.css`] = `/* Generated from themes.ts by \`npm run gen\`. */\n${css}`
}
for (const [path, text] of Object.entries(generated)) {
  const target = new URL(`./src/${path}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    await writeFile(target, text)
  } else if ((await readFile(target, 'utf8')) !== text) {
    console.error(`src/${path} is not up to date: run \`npm run gen\` and commit the result.`)
    process.exitCode = 1
  }
}

/**
 * Replaces each `light-dark()` by a color whose channels are interpolated between the two. `day` is 1 on
 * light pages.
 */
function ofEitherScheme(css: string, day: string): string {
  const made = css.replaceAll(
    /light-dark\(\s*(#\w+|rgb\([^)]*\)),\s*(#\w+|rgb\([^)]*\))\s*\)/g,
    (_whole, light: string, dark: string) => {
      const [inLight, inDark] = [parseChannels(light), parseChannels(dark)]
      const [red, green, blue, alpha] = inDark.map((value, at) =>
        between(value, inLight[at] ?? 0, day),
      )
      return `rgb(from Canvas ${red} ${green} ${blue}${alpha === '1' ? '' : ` / ${alpha}`})`
    },
  )
  if (made.includes('light-dark(')) throw new Error('A light-dark() is not of two plain colours.')
  return made
}

function parseChannels(colour: string): number[] {
  const [, hex] = /^#(\w+)$/.exec(colour) ?? []
  const digits = hex?.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
  const channels = digits
    ? [...digits.matchAll(/../g)].map(([pair]) => Number.parseInt(pair, 16))
    : (colour.match(/[\d.]+/g) ?? []).map(Number)
  return channels.length === 3 ? [...channels, 1] : channels
}

function between(dark: number, light: number, day: string): string {
  if (dark === light) return String(dark)
  const apart = Number((light - dark).toFixed(2))
  return `calc(${dark} ${apart < 0 ? '-' : '+'} ${Math.abs(apart)}*${day})`
}

function parseStyles(css: string): Node[] {
  const top: Node[] = []
  const open = [top]
  for (const [, words = '', end] of css.matchAll(/([^{};]*)([{};])/g)) {
    const children = open.at(-1) ?? top
    if (end === '}') open.pop()
    else if (end === ';') children.push({ declaration: words.trim() })
    else {
      const block = { prelude: words.trim(), children: [] }
      children.push(block)
      open.push(block.children)
    }
  }
  return top
}

/** Minifies the stylesheet, which is sent to every page. */
function printStyles(nodes: Node[]): string {
  return nodes
    .map((node) =>
      'declaration' in node
        ? tight(node.declaration)
        : `${tight(node.prelude)}{${node.children.every(isDeclaration) ? '' : '\n'}${printStyles(node.children)}}\n`,
    )
    .map((words, at) => (at > 0 && isDeclaration(nodes[at - 1]) ? `;${words}` : words))
    .join('')
}

function isDeclaration(node: Node | undefined): boolean {
  return node !== undefined && 'declaration' in node
}

function tight(words: string): string {
  return words
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([,(]) /g, '$1')
    .replaceAll(/ (\)|!)/g, '$1')
    .replaceAll(/ ([*/]) /g, '$1')
    .replaceAll(/(?<![\d.])0\./g, '.')
    .replace(/^([\w-]+): /, '$1:')
    .replaceAll(' > ', '>')
    .replaceAll(/=(['"])([a-z][\w-]*)\1\]/g, '=$2]')
}

/** Returns the rule for every page, and a second one for elements with class names of the page. */
function isolateRule(node: Node): Node[] {
  if ('declaration' in node || node.prelude.startsWith('@keyframes')) return [node]
  const { prelude, children } = node
  if (prelude.startsWith('@')) return [{ prelude, children: children.flatMap(isolateRule) }]

  const selectors = prelude.split(/,\s*(?![^(]*\))/)
  const foreign = selectors.find((selector) => !selector.includes('.plat-'))
  if (foreign) throw new Error(`${foreign} is a rule for more than our own elements.`)

  const variables = children.filter((child) => isVariable(child))
  const looks = children.filter((child) => !isVariable(child))
  const ownable = looks.some(isReset) ? [] : selectors.filter(mayBeOwn)
  const forAll = { prelude: selectors.map(unlessOwn).join(', '), children: looks.map(important) }
  const rules =
    ownable.length === selectors.length
      ? [{ prelude, children }, forAll]
      : [{ prelude, children: variables }, { prelude: ownable.join(', '), children: looks }, forAll]
  return rules.filter((rule) => rule.prelude !== '' && rule.children.length > 0)
}

function isVariable(node: Node): boolean {
  return 'declaration' in node && node.declaration.startsWith('--')
}

/** Resets of the page's styles apply only to elements without its class names. */
function isReset(node: Node): boolean {
  return 'declaration' in node && node.declaration === 'all: revert'
}

function important(node: Node): Node {
  return 'declaration' in node && !node.declaration.endsWith('!important')
    ? { declaration: `${node.declaration} !important` }
    : node
}

function findSubject(selector: string): string {
  return selector.split(/[\s>+~]+(?![^(]*\))/).at(-1) ?? selector
}

/** Reports whether elements matched by the selector may have class names of the page. */
function mayBeOwn(selector: string): boolean {
  const subject = findSubject(selector)
  if (parts.test(subject)) return true
  return !(subject.includes('.plat-') || neverParts.test(subject) || withoutParts.test(selector))
}

function unlessOwn(selector: string): string {
  if (!mayBeOwn(selector)) return selector
  const [, before = selector, pseudoElement = ''] = /^(.*?)(::[\w-]+)?$/s.exec(selector) ?? []
  return `${before}:where(:not([data-plat-own]))${pseudoElement}`
}
