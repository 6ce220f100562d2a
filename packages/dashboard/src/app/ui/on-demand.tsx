import type { ReactNode } from 'react'
import { QueryStore } from '@platform/client'
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
  const result = useStored(modules, { key: [name], fetch: load })
  return <Loaded result={result}>{children}</Loaded>
}
