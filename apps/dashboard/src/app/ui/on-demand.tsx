import type { ReactNode } from 'react'
import { ProblemError, QueryStore, type Query } from '@platform/client'
import { signInProblem } from '../api/sign-in.ts'
import { useStored } from '../api/use-query.ts'
import { Loaded, type Shape } from './loaded.tsx'

export interface OnDemandProps<Module> {
  /** Unique name of the module. */
  name: string
  load: () => Promise<Module>
  /** What the component will look like. */
  shape?: Shape
  children: (module: Module) => ReactNode
}

/** Independent of the person, so they survive a sign-out. */
const modules = new QueryStore()

const moduleQuery = <Module,>(name: string, load: () => Promise<Module>): Query<Module> => ({
  key: [name],
  fetch: () =>
    load().catch((cause: unknown) => {
      throw new ProblemError(notLoaded, { cause })
    }),
  staleMs: Infinity,
})

/** Loads and shows a rarely needed component. */
export function OnDemand<Module>({ name, load, shape, children }: OnDemandProps<Module>) {
  const result = useStored(modules, moduleQuery(name, load))
  // The browser may have cached that the file is missing, and a newer server has other files.
  return (
    <Loaded result={{ ...result, refresh: () => location.reload() }} shape={shape}>
      {children}
    </Loaded>
  )
}

/** Starts loading a component that will be shown with `OnDemand`. */
export function preloadModule<Module>(name: string, load: () => Promise<Module>): void {
  // `OnDemand` reports the failure.
  modules.get(moduleQuery(name, load)).catch(() => {})
}

const notLoaded = signInProblem(
  0,
  'Could not load this page',
  'The server did not respond, or it was updated after you opened the dashboard. Reload the page.',
)
