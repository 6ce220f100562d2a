import type { InstallationConfig } from '../../config/config.ts'

/** A configuration of which a part is chosen: the draft of the wizard, or what is installed. */
export interface Choosing {
  config: InstallationConfig
  isBusy?: boolean
  onChange: (apply: (config: InstallationConfig) => InstallationConfig) => void
}
