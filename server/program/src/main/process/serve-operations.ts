import type { DomainInputs } from '@platform/kernel/domain'
import { parts, type Provided } from '../../domains.ts'
import type { Api } from '@platform/kernel/http'
import type { Services } from '@platform/kernel/services'

/** Returns the services for rules: those of the process, and those that higher domains provide. */
export function makeServices(own: Omit<Services, keyof Provided>): Services {
  const provided = Object.assign({}, ...parts.map(({ provides }) => provides)) as Provided
  return { ...own, ...provided }
}

/** Serves every operation of the contract, in the program and in tests. */
export function serveOperations(api: Api, program: DomainInputs): void {
  for (const { routes } of parts) routes?.(api, program)
}
