import type { NotificationSettings } from '@platform/delivery/notifications/notifications'
import { awsRole } from '@platform/sinks/aws/role'
import type { TenantEgress } from '@platform/kernel/egress'
import { getRetention } from '../storage/retention.ts'
import type { Settings } from './settings.ts'

/** Returns the settings of deliveries. With an egress for the AWS role, listed projects use it. */
export function notificationSettings(
  settings: Settings,
  roleEgress: TenantEgress | undefined,
): NotificationSettings {
  const isDevelopment = settings.PLATFORM_DEVELOPMENT
  return {
    webhookTimeoutMs: settings.PLATFORM_WEBHOOK_TIMEOUT_MS,
    disableAfterMs: settings.PLATFORM_DISABLE_AFTER * 1000,
    retentionDays: getRetention(settings).messages,
    isDevelopment,
    sendsTraceparent: settings.PLATFORM_SEND_TRACEPARENT,
    hasServerLog: settings.PLATFORM_LOG_DESTINATIONS ?? isDevelopment,
    ...(roleEgress && {
      awsRoleProjects: settings.PLATFORM_AWS_AMBIENT,
      awsRole: awsRole(roleEgress),
    }),
    ...(settings.PLATFORM_RETRY_SCHEDULE && {
      retryDelaysMs: settings.PLATFORM_RETRY_SCHEDULE.map((seconds) => seconds * 1000),
    }),
  }
}
