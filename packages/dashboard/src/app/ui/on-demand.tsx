import type { ReactNode } from 'react'
import { ProblemError, QueryStore } from '@platform/client'
import { signInProblem } from '../api/sign-in.ts'
import { useStored } from '../api/use-query.ts'
import { Loaded } from './loaded.tsx'

export interface OnDemandProps<Module> {
  /** Unique name of the module. */
  name: string
  load: () => Promise<Module>
  children: (module: Module) => ReactNode
}

/** Independent of the person, so they survive a sign-out. */
const modules = new QueryStore()

/** Loads and shows a rarely needed component. */
export function OnDemand<Module>({ name, load, children }: OnDemandProps<Module>) {
  const fetch = () =>
    load().catch((cause: unknown) => {
      throw new ProblemError(notLoaded, { cause })
    })
  const result = useStored(modules, { key: [name], fetch })
  // The browser may have cached that the file is missing, and a newer server has other files.
  return <Loaded result={{ ...result, refresh: () => location.reload() }}>{children}</Loaded>
}

const notLoaded = signInProblem(
  0,
  'Could not load this page',
  'The server did not respond, or it was updated after you opened the dashboard. Reload the page.',
)
