import { getProviderAppWebhook, resetProviderAppWebhook } from '@platform/contract'
import { sending, type Provocations } from '@platform/testing/provocations'

export const subscribeProblems: Provocations = {
  getProviderAppWebhook: {
    // Salesforce sends no webhooks to an app.
    'provider-not-supported': sending(getProviderAppWebhook, {}),
  },
  resetProviderAppWebhook: {
    'provider-not-supported': sending(resetProviderAppWebhook, {}),
  },
}
