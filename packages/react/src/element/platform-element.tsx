import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { PlatformOptions } from '../config/options.ts'
import { PlatformProvider } from '../platform-provider.tsx'

/** On a server without custom elements, importing has no effect. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? Object

/** Options of `PlatformProvider` that are not attributes. */
export type ElementOptions = Partial<PlatformOptions>

/**
 * Base class of both elements: attributes are texts, everything else is in the property `options`.
 * Renders into itself, so that the page's stylesheet and variables apply.
 */
export abstract class PlatformElement extends Base {
  #options: ElementOptions = {}
  #root: Root | undefined
  #isWaiting = false
  #warning: ReturnType<typeof setTimeout> | undefined

  static get observedAttributes(): string[] {
    return [
      ...['project', 'api-key', 'base-url', 'locale', 'color-scheme', 'theme'],
      ...['integration', 'provider', 'module', 'redirect-url', 'variant', 'select', 'approval-id'],
      ...['consumer-ref', 'consumer-name', 'group-ref', 'group-name', 'instance'],
    ]
  }

  /**
   * Options of `PlatformProvider`, such as `getToken`; attributes with the same name take
   * precedence.
   */
  get options(): ElementOptions {
    return this.#options
  }
  set options(options: ElementOptions) {
    this.#options = options
    this.handleChange()
  }

  connectedCallback(): void {
    // React warns about a second root; an element moved within the page keeps its own.
    this.#root ??= createRoot(this)
    this.handleChange()
  }

  disconnectedCallback(): void {
    // Moving an element disconnects it briefly.
    queueMicrotask(() => {
      if (this.isConnected) return
      clearTimeout(this.#warning)
      this.#root?.unmount()
      this.#root = undefined
    })
  }

  attributeChangedCallback(): void {
    this.handleChange()
  }

  /** Renders once after all synchronous changes of the page. */
  protected handleChange(): void {
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

  /** Dispatches an event whose `detail` contains the arguments of the corresponding callback. */
  protected emit(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }))
  }

  #content(): ReactNode {
    const options = {
      ...this.#options,
      ...pickDefined({
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
    clearTimeout(this.#warning)
    // Pages set attributes one after the other, and `options` last.
    if (!options.project || !(options.apiKey || options.getToken)) {
      this.#warning = setTimeout(() => {
        console.warn(
          `<${this.localName}> shows nothing yet: it needs the attributes project and api-key, or \`options = { project, getToken }\`.`,
        )
      }, 3_000)
      return null
    }
    return (
      <PlatformProvider options={options as PlatformOptions}>{this.component()}</PlatformProvider>
    )
  }
}

/** Returns only defined values, so that they override nothing with undefined. */
export const pickDefined = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<Values>

/** Returns group and consumer, once the page has set them. */
export function getPeople(element: Element) {
  const text = (name: string) => element.getAttribute(name) ?? undefined
  const consumerRef = text('consumer-ref')
  const groupRef = text('group-ref')
  if (!consumerRef || !groupRef) return undefined
  const names = { consumerName: text('consumer-name'), groupName: text('group-name') }
  return { consumerRef, groupRef, ...pickDefined(names) }
}
