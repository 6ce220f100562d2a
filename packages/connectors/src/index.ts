export {
  baseURLOf,
  catalogue,
  catalogueEntry,
  connectors,
  findProvider,
  withDefaults,
  type Catalogue,
} from './catalogue/catalogue.ts'
export {
  CatalogueError,
  overlayCatalogue,
  readOverrides,
  type CatalogueOverrides,
} from './catalogue/overlay.ts'
export {
  fillTemplate,
  resolveTemplate,
  TemplateError,
  templateVariables,
} from './catalogue/template.ts'
