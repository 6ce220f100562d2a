import { behavesRecorded } from '../testing/recorded/behaves-recorded.ts'
import { hubspotPaging as paging } from '../testing/recorded/paging.ts'
import * as kit from './testing.ts'

behavesRecorded(kit, {
  provider: 'hubspot',
  cassettes: new URL('cassettes/', import.meta.url),
  paging,
})
