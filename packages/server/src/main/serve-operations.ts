import type { DomainInputs } from '../domain.ts'
import { parts, type Provided } from '../domains.ts'
import type { Api } from '../http/api.ts'
import type { Services } from '../services.ts'

/** Returns what rules use: what the process has, and what higher domains provide for lower ones. */
export function servicesOf(own: Omit<Services, keyof Provided>): Services {
  const provided = Object.assign({}, ...parts.map(({ provides }) => provides)) as Provided
  return { ...own, ...provided }
}

/** Serves every operation of the contract, in the program and in tests alike. */
export function serveOperations(api: Api, program: DomainInputs): void {
  for (const { routes } of parts) routes?.(api, program)
}
