import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { PlatformOptions } from '../options.ts'
import { PlatformProvider } from '../platform-provider.tsx'

/** Importing it on a server, where there are no elements, does no harm. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? Object

/** Options of `PlatformProvider` that are not attributes. */
export type ElementOptions = Partial<PlatformOptions>

/**
 * What both elements have in common: attributes are texts, everything else is in the property `options`.
 * It renders into itself, so that the page's stylesheet and variables reach it.
 */
export abstract class PlatformElement extends Base {
  #options: ElementOptions = {}
  #root: Root | undefined
  #isWaiting = false

  static get observedAttributes(): string[] {
    return [
      ...['project', 'api-key', 'base-url', 'locale', 'color-scheme', 'theme'],
      ...['integration', 'provider', 'module', 'redirect-url', 'variant'],
      ...['consumer-ref', 'consumer-name', 'group-ref', 'group-name'],
    ]
  }

  /** Options of `PlatformProvider`, such as `getToken`; attributes of the same name go before. */
  get options(): ElementOptions {
    return this.#options
  }
  set options(options: ElementOptions) {
    this.#options = options
    this.changed()
  }

  connectedCallback(): void {
    // React warns of a second root; what is moved within the page keeps its own.
    this.#root ??= createRoot(this)
    this.changed()
  }

  disconnectedCallback(): void {
    // Moving an element disconnects it for a moment.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.unmount()
      this.#root = undefined
    })
  }

  attributeChangedCallback(): void {
    this.changed()
  }

  /** Renders once, after everything that a page sets in one go. */
  protected changed(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    queueMicrotask(() => {
      this.#isWaiting = false
      this.#root?.render(this.#content())
    })
  }

  protected abstract component(): ReactNode

  protected text(name: string): string | undefined {
    return this.getAttribute(name) ?? undefined
  }

  /** Dispatches an event whose `detail` holds the arguments of the matching callback. */
  protected emit(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }))
  }

  #content(): ReactNode {
    const options = {
      ...this.#options,
      ...given({
        project: this.text('project'),
        apiKey: this.text('api-key'),
        baseUrl: this.text('base-url'),
        locale: this.text('locale'),
        colorScheme: this.text('color-scheme'),
      }),
      ...(this.hasAttribute('theme') && {
        appearance: { ...this.#options.appearance, theme: this.text('theme') },
      }),
    }
    // A page sets attributes one after the other, and `options` after them.
    if (!options.project || !(options.apiKey || options.getToken)) return null
    return (
      <PlatformProvider options={options as PlatformOptions}>{this.component()}</PlatformProvider>
    )
  }
}

/** Only what is there, so that it covers nothing else. */
export const given = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<Values>
