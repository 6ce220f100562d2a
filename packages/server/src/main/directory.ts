import type { Directory } from '../access/directory.ts'
import { findRole } from '../organizations/store.ts'
import {
  findApiKeyByHash,
  findProjectByIdOrName,
  findProjectOfKey,
  findVerifyingKey,
  noteTokenOf,
  noteUse,
} from '../projects/store.ts'
import { hasEnded } from '../sign-in/ended-sessions.ts'

/** What access asks of the domains, answered by those that own it. */
export const directory: Directory = {
  findApiKey: findApiKeyByHash,
  noteUse,
  findProject: findProjectByIdOrName,
  findProjectOfKey,
  findVerifyingKey,
  noteTokenOf,
  findRole,
  hasEnded,
}
