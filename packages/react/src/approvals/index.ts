'use client'

export {
  ApprovalCard,
  type Approval,
  type ApprovalCardProps,
  type ApprovalDetails,
} from './approval-card.tsx'
