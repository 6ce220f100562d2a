import { requireDefined } from '../../require-defined.ts'
import type { Generate } from '../../records/table.ts'
import { calendarDate, companies, people, places, type SeedWorld } from '../../seed/people.ts'
import { chores, industries, subjects } from '../../seed/words.ts'
import {
  addressFields,
  makeField,
  personNameFields,
  picklist,
  referenceField,
  type Field,
} from './fields.ts'
import type { SObjectDefinition } from './s-object.ts'

/** Returns the ID of the record at an index of another object. */
export type IdAt = (object: string, index: number) => string

const dayMs = 86_400_000
const leadSources = ['Web', 'Phone Inquiry', 'Partner Referral', 'Purchased List', 'Other'] as const
const ratings = ['Hot', 'Warm', 'Cold'] as const
const stages = [
  'Prospecting',
  'Qualification',
  'Proposal/Price Quote',
  'Negotiation/Review',
  'Closed Won',
  'Closed Lost',
] as const

export function orgStandardObjects(world: SeedWorld, idAt: IdAt): SObjectDefinition[] {
  const { counts } = world
  return [
    user(world, idAt),
    account(world, idAt),
    makeContact(world, idAt),
    lead(world, idAt),
    opportunity(world, idAt),
    caseObject(world, idAt),
    task(world, idAt),
    subscription(world, idAt),
  ].map(({ rows, ...definition }) => ({ ...definition, seededRows: counts[rows] }))
}

type Draft = Omit<SObjectDefinition, 'seededRows'> & { rows: keyof SeedWorld['counts'] }

function systemFields(world: SeedWorld, idAt: IdAt, object: string): Field[] {
  const draw = world.draw(object)
  const author = draw.number(0, world.counts.users - 1, 950)
  const editor = draw.number(0, world.counts.users - 1, 951)
  const system = { createable: false, updateable: false, nillable: false, defaultedOnCreate: true }
  return [
    makeField('Id', `${object} ID`, 'id', system),
    makeField('IsDeleted', 'Deleted', 'boolean', system),
    makeField('CreatedDate', 'Created Date', 'datetime', { ...system, seed: draw.createdAt }),
    referenceField('CreatedById', 'Created By ID', 'User', {
      ...system,
      seed: (index) => idAt('User', author(index)),
    }),
    makeField('LastModifiedDate', 'Last Modified Date', 'datetime', {
      ...system,
      seed: draw.modifiedAt,
    }),
    referenceField('LastModifiedById', 'Last Modified By ID', 'User', {
      ...system,
      seed: (index) => idAt('User', editor(index)),
    }),
    makeField('SystemModstamp', 'System Modstamp', 'datetime', {
      ...system,
      seed: draw.modifiedAt,
    }),
  ]
}

function owner(world: SeedWorld, idAt: IdAt, object: string): Field {
  const pickOwner = world.draw(object).number(0, world.counts.users - 1, 952)
  return referenceField('OwnerId', 'Owner ID', 'User', {
    nillable: false,
    defaultedOnCreate: true,
    seed: (index) => idAt('User', pickOwner(index)),
  })
}

/** References a record of the other object, or none if that object has no records. */
function pointer(world: SeedWorld, idAt: IdAt, from: string, to: string, rows: number): Generate {
  if (rows === 0) return () => null
  const target = world.draw(from).number(0, rows - 1, 960)
  return (index) => idAt(to, target(index))
}

function user(world: SeedWorld, idAt: IdAt): Draft {
  const person = people(world.draw('User'))
  const email: Generate = (index) => `${person.mailbox(index)}@sandbox-org.example`
  return {
    name: 'User',
    label: 'User',
    labelPlural: 'Users',
    keyPrefix: '005',
    rows: 'users',
    fields: [
      ...systemFields(world, idAt, 'User').filter(({ name }) => name !== 'IsDeleted'),
      makeField('Username', 'Username', 'string', { length: 80, nillable: false, seed: email }),
      ...personNameFields(person),
      makeField('Email', 'Email', 'email', { length: 128, nillable: false, seed: email }),
      makeField('Title', 'Title', 'string', { length: 80, seed: person.title }),
      makeField('Department', 'Department', 'string', { length: 80, seed: person.department }),
      makeField('IsActive', 'Active', 'boolean', { seed: () => true }),
    ],
  }
}

function account(world: SeedWorld, idAt: IdAt): Draft {
  const draw = world.draw('Account')
  const place = places(draw)
  const revenue = draw.number(1, 900, 5)
  return {
    name: 'Account',
    label: 'Account',
    labelPlural: 'Accounts',
    keyPrefix: '001',
    rows: 'accounts',
    fields: [
      ...systemFields(world, idAt, 'Account'),
      makeField('Name', 'Account Name', 'string', {
        nillable: false,
        nameField: true,
        seed: companies.name,
      }),
      picklist('Type', 'Account Type', ['Prospect', 'Customer', 'Partner', 'Other'], {
        seed: draw.pick(['Prospect', 'Customer', 'Customer', 'Partner'], 1),
      }),
      referenceField('ParentId', 'Parent Account ID', 'Account', {
        childRelationshipName: 'ChildAccounts',
        seed: () => null,
      }),
      ...addressFields('Billing', place),
      ...addressFields('Shipping', place),
      makeField('Phone', 'Account Phone', 'phone', { length: 40, seed: place.phone }),
      makeField('Website', 'Website', 'url', {
        seed: (index) => `https://www.${companies.domain(index)}`,
      }),
      picklist('Industry', 'Industry', industries, { seed: draw.pick(industries, 2) }),
      picklist('Rating', 'Account Rating', ratings, { seed: draw.pick([...ratings, null], 3) }),
      makeField('NumberOfEmployees', 'Employees', 'int', { seed: draw.number(3, 9000, 4) }),
      makeField('AnnualRevenue', 'Annual Revenue', 'currency', {
        scale: 0,
        seed: (index) => revenue(index) * 125_000,
      }),
      makeField('AccountNumber', 'Account Number', 'string', {
        length: 40,
        seed: (index) => `AC-${String(index + 1).padStart(6, '0')}`,
      }),
      makeField('Description', 'Account Description', 'textarea', {
        length: 32000,
        seed: () => null,
      }),
      owner(world, idAt, 'Account'),
      makeField('External_Key__c', 'External Key', 'string', {
        length: 64,
        unique: true,
        externalId: true,
        seed: (index) => `ERP-${100_000 + index}`,
      }),
      picklist('Tier__c', 'Tier', ['gold', 'silver', 'bronze'], {
        restrictedPicklist: true,
        seed: draw.pick(['gold', 'silver', 'bronze', 'bronze', null], 6),
      }),
    ],
  }
}

function makeContact(world: SeedWorld, idAt: IdAt): Draft {
  const draw = world.draw('Contact')
  const person = people(draw)
  const place = places(draw)
  const { accounts } = world.counts
  const employer = draw.number(0, Math.max(accounts - 1, 0), 960)
  const source = draw.pick([...leadSources, null], 6)
  const newsletter = draw.pick(['Product', 'Product;Events', 'Events;Research', null], 7)
  const birthDay = draw.number(0, 14_000, 8)
  return {
    name: 'Contact',
    label: 'Contact',
    labelPlural: 'Contacts',
    keyPrefix: '003',
    rows: 'contacts',
    fields: [
      ...systemFields(world, idAt, 'Contact'),
      referenceField('AccountId', 'Account ID', 'Account', {
        childRelationshipName: 'Contacts',
        seed: pointer(world, idAt, 'Contact', 'Account', accounts),
      }),
      ...personNameFields(person),
      picklist('Salutation', 'Salutation', ['Mr.', 'Ms.', 'Mx.', 'Dr.', 'Prof.'], {
        length: 40,
        compoundFieldName: 'Name',
        seed: () => null,
      }),
      ...addressFields('Mailing', place),
      makeField('Phone', 'Business Phone', 'phone', { length: 40, seed: place.phone }),
      makeField('MobilePhone', 'Mobile Phone', 'phone', {
        length: 40,
        seed: places(draw, 40).phone,
      }),
      makeField('Email', 'Email', 'email', {
        length: 80,
        seed: (index) => `${person.mailbox(index)}@${companies.domain(employer(index))}`,
      }),
      makeField('Title', 'Title', 'string', { length: 128, seed: person.title }),
      makeField('Department', 'Department', 'string', { length: 80, seed: person.department }),
      picklist('LeadSource', 'Lead Source', leadSources, { seed: source }),
      makeField('Birthdate', 'Birthdate', 'date', {
        seed: (index) => calendarDate((birthDay(index) - 2000) * dayMs),
      }),
      makeField('HasOptedOutOfEmail', 'Email Opt Out', 'boolean', { seed: draw.chance(0.1, 9) }),
      referenceField('ReportsToId', 'Reports To ID', 'Contact', { seed: () => null }),
      makeField('Description', 'Contact Description', 'textarea', {
        length: 32000,
        seed: () => null,
      }),
      owner(world, idAt, 'Contact'),
      makeField('Newsletters__c', 'Newsletters', 'multipicklist', {
        length: 4099,
        precision: 4,
        picklistValues: ['Product', 'Events', 'Research'].map((value) => ({
          value,
          label: value,
          active: true,
          isDefault: false,
        })),
        seed: newsletter,
      }),
      makeField('External_Key__c', 'External Key', 'string', {
        length: 64,
        unique: true,
        externalId: true,
        seed: (index) => `CRM-${100_000 + index}`,
      }),
    ],
  }
}

function lead(world: SeedWorld, idAt: IdAt): Draft {
  const draw = world.draw('Lead')
  const person = people(draw)
  const place = places(draw)
  // Leads have other companies than contacts: those after the accounts.
  const company = (index: number) => world.counts.accounts + index
  return {
    name: 'Lead',
    label: 'Lead',
    labelPlural: 'Leads',
    keyPrefix: '00Q',
    rows: 'leads',
    fields: [
      ...systemFields(world, idAt, 'Lead'),
      ...personNameFields(person),
      makeField('Company', 'Company', 'string', {
        nillable: false,
        seed: (index) => companies.name(company(index)),
      }),
      ...addressFields('', place),
      makeField('Phone', 'Phone', 'phone', { length: 40, seed: place.phone }),
      makeField('Email', 'Email', 'email', {
        length: 80,
        seed: (index) => `${person.mailbox(index)}@${companies.domain(company(index))}`,
      }),
      makeField('Title', 'Title', 'string', { length: 128, seed: person.title }),
      makeField('Website', 'Website', 'url', {
        seed: (index) => `https://www.${companies.domain(company(index))}`,
      }),
      picklist('LeadSource', 'Lead Source', leadSources, { seed: draw.pick(leadSources, 6) }),
      picklist(
        'Status',
        'Status',
        ['Open - Not Contacted', 'Working - Contacted', 'Closed - Not Converted'],
        {
          nillable: false,
          defaultedOnCreate: true,
          defaultValue: 'Open - Not Contacted',
          seed: draw.pick(['Open - Not Contacted', 'Working - Contacted'], 7),
        },
      ),
      picklist('Industry', 'Industry', industries, { seed: draw.pick(industries, 8) }),
      picklist('Rating', 'Rating', ratings, { seed: draw.pick([...ratings, null], 9) }),
      makeField('IsConverted', 'Converted', 'boolean', { updateable: false, seed: () => false }),
      owner(world, idAt, 'Lead'),
    ],
  }
}

function opportunity(world: SeedWorld, idAt: IdAt): Draft {
  const draw = world.draw('Opportunity')
  const { accounts } = world.counts
  const customer = draw.number(0, Math.max(accounts - 1, 0), 960)
  const what = draw.pick(['renewal', 'new licences', 'pilot', 'expansion', 'services'], 1)
  const hundreds = draw.number(12, 4800, 2)
  const stage = draw.pick(stages, 3)
  const closesAfterDays = draw.number(10, 200, 4)
  return {
    name: 'Opportunity',
    label: 'Opportunity',
    labelPlural: 'Opportunities',
    keyPrefix: '006',
    rows: 'opportunities',
    fields: [
      ...systemFields(world, idAt, 'Opportunity'),
      referenceField('AccountId', 'Account ID', 'Account', {
        childRelationshipName: 'Opportunities',
        seed: pointer(world, idAt, 'Opportunity', 'Account', accounts),
      }),
      makeField('Name', 'Name', 'string', {
        length: 120,
        nillable: false,
        nameField: true,
        seed: (index) => `${companies.name(customer(index))} – ${what(index)}`,
      }),
      picklist('StageName', 'Stage', stages, { nillable: false, seed: stage }),
      makeField('Amount', 'Amount', 'currency', { seed: (index) => hundreds(index) * 100 }),
      makeField('Probability', 'Probability (%)', 'percent', {
        seed: (index) => requireDefined([10, 25, 60, 80, 100, 0][stages.indexOf(stage(index))]),
      }),
      makeField('CloseDate', 'Close Date', 'date', {
        nillable: false,
        seed: (index) => calendarDate(draw.createdAt(index) + closesAfterDays(index) * dayMs),
      }),
      picklist('Type', 'Opportunity Type', ['New Business', 'Existing Business'], {
        seed: draw.pick(['New Business', 'Existing Business'], 5),
      }),
      makeField('IsClosed', 'Closed', 'boolean', {
        createable: false,
        updateable: false,
        derive: (read) => String(read('StageName')).startsWith('Closed'),
      }),
      makeField('IsWon', 'Won', 'boolean', {
        createable: false,
        updateable: false,
        derive: (read) => read('StageName') === 'Closed Won',
      }),
      makeField('NextStep', 'Next Step', 'string', { seed: () => null }),
      owner(world, idAt, 'Opportunity'),
    ],
  }
}

function caseObject(world: SeedWorld, idAt: IdAt): Draft {
  const draw = world.draw('Case')
  return {
    name: 'Case',
    label: 'Case',
    labelPlural: 'Cases',
    keyPrefix: '500',
    rows: 'cases',
    fields: [
      ...systemFields(world, idAt, 'Case'),
      makeField('CaseNumber', 'Case Number', 'string', {
        length: 30,
        nillable: false,
        nameField: true,
        autoNumber: true,
        createable: false,
        updateable: false,
        defaultedOnCreate: true,
        seed: (index) => String(1001 + index).padStart(8, '0'),
      }),
      referenceField('AccountId', 'Account ID', 'Account', {
        childRelationshipName: 'Cases',
        seed: pointer(world, idAt, 'Case', 'Account', world.counts.accounts),
      }),
      referenceField('ContactId', 'Contact ID', 'Contact', {
        childRelationshipName: 'Cases',
        seed: pointer(world, idAt, 'Case', 'Contact', world.counts.contacts),
      }),
      makeField('Subject', 'Subject', 'string', { seed: draw.pick(subjects, 1) }),
      picklist('Status', 'Status', ['New', 'Working', 'Escalated', 'Closed'], {
        defaultedOnCreate: true,
        defaultValue: 'New',
        seed: draw.pick(['New', 'Working', 'Closed', 'Closed'], 2),
      }),
      picklist('Priority', 'Priority', ['High', 'Medium', 'Low'], {
        defaultedOnCreate: true,
        defaultValue: 'Medium',
        seed: draw.pick(['High', 'Medium', 'Medium', 'Low'], 3),
      }),
      picklist('Origin', 'Case Origin', ['Phone', 'Email', 'Web'], {
        seed: draw.pick(['Phone', 'Email', 'Web'], 4),
      }),
      makeField('Description', 'Description', 'textarea', { length: 32000, seed: () => null }),
      owner(world, idAt, 'Case'),
    ],
  }
}

function task(world: SeedWorld, idAt: IdAt): Draft {
  const draw = world.draw('Task')
  const dueInDays = draw.number(1, 60, 4)
  return {
    name: 'Task',
    label: 'Task',
    labelPlural: 'Tasks',
    keyPrefix: '00T',
    rows: 'tasks',
    fields: [
      ...systemFields(world, idAt, 'Task'),
      referenceField('WhoId', 'Name ID', ['Contact', 'Lead'], {
        childRelationshipName: 'Tasks',
        seed: pointer(world, idAt, 'Task', 'Contact', world.counts.contacts),
      }),
      referenceField('WhatId', 'Related To ID', ['Account', 'Opportunity', 'Case'], {
        childRelationshipName: 'Tasks',
        seed: pointer(world, idAt, 'Task', 'Account', world.counts.accounts),
      }),
      makeField('Subject', 'Subject', 'string', { nameField: true, seed: draw.pick(chores, 1) }),
      makeField('ActivityDate', 'Due Date Only', 'date', {
        seed: (index) => calendarDate(draw.createdAt(index) + dueInDays(index) * dayMs),
      }),
      picklist('Status', 'Status', ['Not Started', 'In Progress', 'Completed', 'Deferred'], {
        nillable: false,
        defaultedOnCreate: true,
        defaultValue: 'Not Started',
        seed: draw.pick(['Not Started', 'In Progress', 'Completed'], 2),
      }),
      picklist('Priority', 'Priority', ['High', 'Normal', 'Low'], {
        nillable: false,
        defaultedOnCreate: true,
        defaultValue: 'Normal',
        seed: draw.pick(['High', 'Normal', 'Normal', 'Low'], 3),
      }),
      makeField('Description', 'Description', 'textarea', { length: 32000, seed: () => null }),
      owner(world, idAt, 'Task'),
    ],
  }
}

function subscription(world: SeedWorld, idAt: IdAt): Draft {
  const draw = world.draw('Subscription__c')
  const seats = draw.number(5, 500, 1)
  return {
    name: 'Subscription__c',
    label: 'Subscription',
    labelPlural: 'Subscriptions',
    keyPrefix: 'a00',
    rows: 'subscriptions',
    fields: [
      ...systemFields(world, idAt, 'Subscription__c'),
      makeField('Name', 'Subscription Name', 'string', {
        length: 80,
        nillable: false,
        nameField: true,
        seed: (index) => `SUB-${String(index + 1).padStart(5, '0')}`,
      }),
      referenceField('Account__c', 'Account', 'Account', {
        childRelationshipName: 'Subscriptions__r',
        seed: pointer(world, idAt, 'Subscription__c', 'Account', world.counts.accounts),
      }),
      picklist('Plan__c', 'Plan', ['Starter', 'Team', 'Enterprise'], {
        restrictedPicklist: true,
        seed: draw.pick(['Starter', 'Team', 'Enterprise'], 2),
      }),
      makeField('Seats__c', 'Seats', 'double', { precision: 6, scale: 0, seed: seats }),
      makeField('Monthly_Amount__c', 'Monthly Amount', 'currency', {
        seed: (index) => seats(index) * 19,
      }),
      makeField('Renews_On__c', 'Renews On', 'date', {
        seed: (index) => calendarDate(draw.createdAt(index) + 365 * dayMs),
      }),
      makeField('Active__c', 'Active', 'boolean', { seed: draw.chance(0.8, 3) }),
      owner(world, idAt, 'Subscription__c'),
    ],
  }
}
