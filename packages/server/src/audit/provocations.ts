import * as contract from '@platform/contract'
import { byMember, type Provocations } from '../conventions/provocations.ts'

export const auditProblems: Provocations = {
  listAuditLog: { 'owner-required': byMember(contract.listAuditLog) },
}
