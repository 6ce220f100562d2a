import type { ReactNode } from 'react'
import { ProblemError, QueryStore } from '@platform/client'
import { signInProblem } from '../api/sign-in.ts'
import { useStored } from '../api/use-query.ts'
import { Loaded } from './loaded.tsx'

export interface OnDemandProps<Module> {
  /** The file, which no other one is called. */
  name: string
  load: () => Promise<Module>
  children: (module: Module) => ReactNode
}

/** They are the same for everybody, so they stay when somebody signs out. */
const modules = new QueryStore()

/** Shows what is loaded only when it is wanted, because it seldom is. */
export function OnDemand<Module>({ name, load, children }: OnDemandProps<Module>) {
  const fetch = () =>
    load().catch((cause: unknown) => {
      throw new ProblemError(notLoaded, { cause })
    })
  const result = useStored(modules, { key: [name], fetch })
  // A browser may remember that a file was not there, and a newer server has others.
  return <Loaded result={{ ...result, refresh: () => location.reload() }}>{children}</Loaded>
}

const notLoaded = signInProblem(
  0,
  'Could not load this page',
  'The server did not respond, or it was updated after you opened the dashboard. Reload the page.',
)
