export {
  buildDashboard,
  dashboardFolder,
  dashboardSecurityPolicy,
  dashboardStylesheet,
} from './build.ts'
