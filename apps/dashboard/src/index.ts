export {
  buildDashboard,
  connectPageSecurityPolicy,
  dashboardFolder,
  dashboardSecurityPolicy,
  dashboardStylesheet,
} from './build.ts'
