export { buildDashboard, dashboardFolder, dashboardSecurityPolicy } from './build.ts'
