import { behavesRecorded } from '../testing/recorded/behaves-recorded.ts'
import { salesforcePaging as paging } from '../testing/recorded/paging.ts'
import * as kit from './testing.ts'

behavesRecorded(kit, {
  provider: 'salesforce',
  cassettes: new URL('cassettes/', import.meta.url),
  paging,
})
