import { changeTools } from './change-tools.ts'
import { configurationTools } from './configuration-tools.ts'
import { historyTools } from './history-tools.ts'
import type { ProjectTool } from './project-tool.ts'
import { recordTools } from './record-tools.ts'

/** Every tool for builders' agents. A caller is shown those that its capabilities allow. */
export const projectTools: readonly ProjectTool[] = [
  ...configurationTools,
  ...historyTools,
  ...changeTools,
  ...recordTools,
]
