import type { ReactNode } from 'react'
import { useQuery } from '../api/use-query.ts'
import { Loaded } from './loaded.tsx'

export interface OnDemandProps<Module> {
  /** The file, which no other one is called. */
  name: string
  load: () => Promise<Module>
  children: (module: Module) => ReactNode
}

/** Shows what is loaded only when it is wanted, because it seldom is. */
export function OnDemand<Module>({ name, load, children }: OnDemandProps<Module>) {
  return <Loaded result={useQuery({ key: [name], fetch: load })}>{children}</Loaded>
}
