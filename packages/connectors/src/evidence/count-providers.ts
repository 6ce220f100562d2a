import { catalogue, getEntryFile } from '../catalogue/catalogue.ts'
import { written } from '../declarative/write.ts'
import { requireValue } from '../require-value.ts'
import { mainObjects } from './levels.ts'
import { collectLevels, type ObjectScore } from './score.ts'

/**
 * Counts providers. Entries with the rules of another one are not counted: sandboxes, regions and
 * other sign-ins are the same provider.
 */
export function countProviders(scores: readonly ObjectScore[]) {
  const levels = collectLevels(scores)
  const entries = Object.values(catalogue).filter(
    (entry) => requireValue(getEntryFile(entry)).like === undefined,
  )
  const readable = entries.flatMap(({ info: { name } }) => {
    const objects = scores.filter(({ provider, action }) => provider === name && action === 'read')
    return objects.length > 0 ? [{ name, objects: objects.map(({ object }) => object) }] : []
  })
  const oauth = entries.filter(({ info }) =>
    info.oauth2Opts?.grantType.startsWith('authorizationCode'),
  )
  return {
    providers: entries.length,
    readable: readable.length,
    written: readable.filter(({ name }) =>
      scores.some(({ provider, action }) => provider === name && isWrite(action)),
    ).length,
    proven: readable.filter(({ name, objects }) =>
      mainObjects(objects).every((object) => levels[name]?.objects[object]?.read !== undefined),
    ).length,
    oauth: oauth.length,
    signIn: oauth.filter(({ info }) => info.signInEvidence).length,
    verified: entries.filter(({ info }) => info.isVerified).length,
  }
}

const isWrite = (action: ObjectScore['action']) => written.some((type) => type === action)
