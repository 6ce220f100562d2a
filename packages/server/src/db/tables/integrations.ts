export interface IntegrationTables {}
