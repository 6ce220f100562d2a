import { copyPreparedData } from '../../testing/src/prepared-data.ts'
import { dataFolder } from './program.ts'

/** Creates a data folder with a migrated database, for a program whose first start is not tested. */
export async function prepareDataFolder() {
  const data = await dataFolder()
  await copyPreparedData(data.path)
  return data
}
