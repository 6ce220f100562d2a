import { InstallIntegration } from '@platform/react'

export const WithStages = () => (
  <InstallIntegration
    integration="salesforce-sync"
    consumerRef="user-1"
    groupRef="company-1"
    fieldMapping={{
      Opportunity: [
        {
          mapToName: 'stage',
          mapToDisplayName: 'Stage',
          prompt: 'Which field tells how far a deal is?',
          mappedValues: [{ mappedValue: 'won', mappedDisplayValue: 'Won' }],
        },
      ],
    }}
    onError={(problem) => console.error(problem.title, problem.requestId)}
  />
)
