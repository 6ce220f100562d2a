export {
  providerBaseUrl,
  baseURLOf,
  catalogue,
  catalogueEntry,
  connectors,
  getEntryFile,
  findProvider,
  listVerifiedObjects,
  listAllowedOrigins,
  withDefaults,
  type Catalogue,
} from './catalogue/catalogue.ts'
export { findCategoryMark } from './catalogue/category-marks.ts'
export { addressTemplates, isBelow } from './catalogue/own-domains.ts'
export {
  CatalogueError,
  overlayCatalogue,
  readOverrides,
  type CatalogueOverrides,
} from './catalogue/overlay.ts'
export { setClock } from './clock.ts'
export { refusalCodes } from './catalogue/oauth2-dialects.ts'
export { sampleValues } from './catalogue/sample-values.ts'
export {
  fillTemplate,
  resolveTemplate,
  TemplateError,
  templateVariables,
} from './catalogue/template.ts'
export { providerSchema } from './declarative/schema/editor-schema.ts'
export { pickDeclaration } from './declarative/schema/entry.ts'
export { tryObject } from './declarative/try-object.ts'
export { NotRecordable } from './recording/not-recordable.ts'
export { recordObject } from './recording/record-object.ts'
export { replayRecording } from './recording/replay-recording.ts'
