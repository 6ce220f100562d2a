import * as contract from '@platform/contract'
import { byMember, type Provocations } from '@platform/testing/provocations'

export const auditProblems: Provocations = {
  listAuditLog: { 'owner-required': byMember(contract.listAuditLog) },
}
