/** A user of the demo product, who is a consumer of a group on the platform. */
export interface DemoUser {
  id: string
  name: string
  title: string
  companyId: string
  company: string
}

export const users: [DemoUser, ...DemoUser[]] = [
  {
    id: 'ana',
    name: 'Ana Ruiz',
    title: 'Head of Sales',
    companyId: 'brightwater',
    company: 'Brightwater Coffee',
  },
  {
    id: 'ben',
    name: 'Ben Okafor',
    title: 'Revenue Operations',
    companyId: 'halden',
    company: 'Halden Robotics',
  },
]

export const getDemoUser = (id: string | undefined): DemoUser =>
  users.find((user) => user.id === id) ?? users[0]
