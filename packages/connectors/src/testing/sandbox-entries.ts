import { sandboxProviders, type Sandbox } from '@platform/sandbox'
import { catalogue, type Catalogue } from '../catalogue/catalogue.ts'
import { overlayCatalogue } from '../catalogue/overlay.ts'

/** Returns the catalogue with Salesforce and HubSpot at the sandbox. */
export const atSandbox = (sandbox: Sandbox): Catalogue =>
  overlayCatalogue(catalogue, sandboxProviders(sandbox))
