import type { SeedCounts } from '../../seed/counts.ts'
import { calendarDate, companies, people, places, type SeedWorld } from '../../seed/people.ts'
import { industries, subjects } from '../../seed/words.ts'
import { choice, property, type PortalProperty } from './properties.ts'

/** An object in the initial state of a portal. */
export interface PortalObjectDefinition {
  /** Plural, as in paths. */
  name: string
  singular: string
  /** The plural label; defaults to the name. */
  plural?: string
  typeId: string
  /** Absent for an object that is initially empty. */
  rows?: keyof SeedCounts
  /** ID of its first record. More than 32 bits, like real ones. */
  firstId: number
  modifiedProperty: 'lastmodifieddate' | 'hs_lastmodifieddate'
  /** Properties of a read that names none. */
  defaultProperties: string[]
  requiredProperties: string[]
  properties: PortalProperty[]
}

const firstIds = {
  contacts: 21_000_000_001,
  companies: 29_000_000_001,
  deals: 33_000_000_001,
  tickets: 37_000_000_001,
  products: 41_000_000_001,
  lineItems: 45_000_000_001,
  notes: 49_000_000_001,
  tasks: 53_000_000_001,
}
export const firstOwnerId = 410_001

const dayMs = 86_400_000
const upper = (text: string) => text.toUpperCase().replaceAll(' ', '_')

export const dealStages = [
  { id: 'appointmentscheduled', label: 'Appointment Scheduled', probability: '0.2', closed: false },
  { id: 'qualifiedtobuy', label: 'Qualified To Buy', probability: '0.4', closed: false },
  {
    id: 'presentationscheduled',
    label: 'Presentation Scheduled',
    probability: '0.6',
    closed: false,
  },
  { id: 'contractsent', label: 'Contract Sent', probability: '0.9', closed: false },
  { id: 'closedwon', label: 'Closed Won', probability: '1.0', closed: true },
  { id: 'closedlost', label: 'Closed Lost', probability: '0.0', closed: true },
] as const

export const ticketStages = [
  { id: '1', label: 'New', closed: false },
  { id: '2', label: 'Waiting on contact', closed: false },
  { id: '3', label: 'Waiting on us', closed: false },
  { id: '4', label: 'Closed', closed: true },
] as const

export const portalStandardObjects = (world: SeedWorld): PortalObjectDefinition[] => [
  contacts(world),
  companiesObject(world),
  deals(world),
  tickets(world),
  products(world),
  lineItems(world),
  notes(world),
  tasks(world),
]

function commonProperties(
  world: SeedWorld,
  kind: string,
  modifiedProperty: PortalObjectDefinition['modifiedProperty'],
): PortalProperty[] {
  const draw = world.draw(kind)
  const owner = draw.number(0, world.counts.users - 1, 950)
  return [
    property('hs_object_id', 'Record ID', 'number', { readOnlyValue: true, hasUniqueValue: true }),
    property('createdate', 'Create Date', 'datetime', {
      readOnlyValue: true,
      seed: draw.createdAt,
    }),
    property(modifiedProperty, 'Last Modified Date', 'datetime', {
      readOnlyValue: true,
      seed: draw.modifiedAt,
    }),
    property('hubspot_owner_id', 'Owner', 'enumeration', {
      externalOptions: true,
      referencedObjectType: 'OWNER',
      seed: (index) => String(firstOwnerId + owner(index)),
    }),
  ]
}

function contacts(world: SeedWorld): PortalObjectDefinition {
  const draw = world.draw('contacts')
  const person = people(draw)
  const place = places(draw)
  const employer = draw.number(0, Math.max(world.counts.accounts - 1, 0), 960)
  const lifecycle = ['subscriber', 'lead', 'opportunity', 'customer'] as const
  const group = { groupName: 'contactinformation' }
  return {
    name: 'contacts',
    singular: 'Contact',
    typeId: '0-1',
    rows: 'contacts',
    firstId: firstIds.contacts,
    modifiedProperty: 'lastmodifieddate',
    defaultProperties: ['email', 'firstname', 'lastname'],
    requiredProperties: [],
    properties: [
      ...commonProperties(world, 'contacts', 'lastmodifieddate'),
      property('email', 'Email', 'string', {
        ...group,
        hasUniqueValue: true,
        seed: (index) => `${person.mailbox(index)}@${companies.domain(employer(index))}`,
      }),
      property('firstname', 'First Name', 'string', { ...group, seed: person.firstName }),
      property('lastname', 'Last Name', 'string', { ...group, seed: person.lastName }),
      property('phone', 'Phone Number', 'string', {
        ...group,
        fieldType: 'phonenumber',
        seed: place.phone,
      }),
      property('mobilephone', 'Mobile Phone Number', 'string', {
        ...group,
        fieldType: 'phonenumber',
        seed: places(draw, 40).phone,
      }),
      property('jobtitle', 'Job Title', 'string', { ...group, seed: person.title }),
      property('company', 'Company Name', 'string', {
        ...group,
        seed: (index) => companies.name(employer(index)),
      }),
      property('website', 'Website URL', 'string', {
        ...group,
        seed: (index) => `https://www.${companies.domain(employer(index))}`,
      }),
      property('associatedcompanyid', 'Primary Associated Company ID', 'number', {
        ...group,
        seed: (index) => (world.counts.accounts > 0 ? firstIds.companies + employer(index) : null),
      }),
      property('address', 'Street Address', 'string', { ...group, seed: place.street }),
      property('city', 'City', 'string', { ...group, seed: place.city }),
      property('state', 'State/Region', 'string', { ...group, seed: place.state }),
      property('zip', 'Postal Code', 'string', { ...group, seed: place.postalCode }),
      property('country', 'Country/Region', 'string', { ...group, seed: place.country }),
      choice('lifecyclestage', 'Lifecycle Stage', lifecycle, {
        ...group,
        seed: draw.pick(lifecycle, 5),
      }),
      choice('hs_lead_status', 'Lead Status', ['NEW', 'OPEN', 'IN_PROGRESS', 'CONNECTED'], {
        ...group,
        seed: draw.pick(['NEW', 'OPEN', 'IN_PROGRESS', null], 6),
      }),
      property('date_of_birth', 'Date of birth', 'date', { ...group, seed: () => null }),
      property('hs_email_optout', 'Unsubscribed from all email', 'bool', {
        ...group,
        seed: draw.chance(0.1, 7),
      }),
    ],
  }
}

function companiesObject(world: SeedWorld): PortalObjectDefinition {
  const draw = world.draw('companies')
  const place = places(draw)
  const revenue = draw.number(1, 900, 5)
  const group = { groupName: 'companyinformation' }
  return {
    name: 'companies',
    singular: 'Company',
    typeId: '0-2',
    rows: 'accounts',
    firstId: firstIds.companies,
    modifiedProperty: 'hs_lastmodifieddate',
    defaultProperties: ['domain', 'name'],
    requiredProperties: [],
    properties: [
      ...commonProperties(world, 'companies', 'hs_lastmodifieddate'),
      property('name', 'Company name', 'string', { ...group, seed: companies.name }),
      property('domain', 'Company Domain Name', 'string', { ...group, seed: companies.domain }),
      property('website', 'Website URL', 'string', {
        ...group,
        seed: (index) => `https://www.${companies.domain(index)}`,
      }),
      property('phone', 'Phone Number', 'string', {
        ...group,
        fieldType: 'phonenumber',
        seed: place.phone,
      }),
      property('address', 'Street Address', 'string', { ...group, seed: place.street }),
      property('city', 'City', 'string', { ...group, seed: place.city }),
      property('state', 'State/Region', 'string', { ...group, seed: place.state }),
      property('zip', 'Postal Code', 'string', { ...group, seed: place.postalCode }),
      property('country', 'Country/Region', 'string', { ...group, seed: place.country }),
      choice('industry', 'Industry', industries.map(upper), {
        ...group,
        seed: draw.pick(industries.map(upper), 2),
      }),
      choice('type', 'Type', ['PROSPECT', 'PARTNER', 'VENDOR', 'OTHER'], {
        ...group,
        seed: draw.pick(['PROSPECT', 'PARTNER', 'VENDOR', null], 3),
      }),
      property('numberofemployees', 'Number of Employees', 'number', {
        ...group,
        seed: draw.number(3, 9000, 4),
      }),
      property('annualrevenue', 'Annual Revenue', 'number', {
        ...group,
        seed: (index) => revenue(index) * 125_000,
      }),
      property('description', 'Description', 'string', {
        ...group,
        fieldType: 'textarea',
        seed: () => null,
      }),
    ],
  }
}

function deals(world: SeedWorld): PortalObjectDefinition {
  const draw = world.draw('deals')
  const customer = draw.number(0, Math.max(world.counts.accounts - 1, 0), 960)
  const what = draw.pick(['renewal', 'new licences', 'pilot', 'expansion', 'services'], 1)
  const hundreds = draw.number(12, 4800, 2)
  const closesAfterDays = draw.number(10, 200, 4)
  const stageIds = dealStages.map(({ id }) => id)
  const group = { groupName: 'dealinformation' }
  return {
    name: 'deals',
    singular: 'Deal',
    typeId: '0-3',
    rows: 'opportunities',
    firstId: firstIds.deals,
    modifiedProperty: 'hs_lastmodifieddate',
    defaultProperties: ['amount', 'closedate', 'dealname', 'dealstage', 'pipeline'],
    requiredProperties: [],
    properties: [
      ...commonProperties(world, 'deals', 'hs_lastmodifieddate'),
      property('dealname', 'Deal Name', 'string', {
        ...group,
        seed: (index) => `${companies.name(customer(index))} – ${what(index)}`,
      }),
      property('amount', 'Amount', 'number', {
        ...group,
        seed: (index) => hundreds(index) * 100,
      }),
      property('dealstage', 'Deal Stage', 'enumeration', {
        ...group,
        fieldType: 'radio',
        externalOptions: true,
        seed: draw.pick(stageIds, 3),
      }),
      property('pipeline', 'Pipeline', 'enumeration', {
        ...group,
        externalOptions: true,
        seed: () => 'default',
      }),
      property('closedate', 'Close Date', 'datetime', {
        ...group,
        seed: (index) => draw.createdAt(index) + closesAfterDays(index) * dayMs,
      }),
      choice('dealtype', 'Deal Type', ['newbusiness', 'existingbusiness'], {
        ...group,
        seed: draw.pick(['newbusiness', 'existingbusiness'], 5),
      }),
      property('description', 'Deal Description', 'string', {
        ...group,
        fieldType: 'textarea',
        seed: () => null,
      }),
    ],
  }
}

function tickets(world: SeedWorld): PortalObjectDefinition {
  const draw = world.draw('tickets')
  const group = { groupName: 'ticketinformation' }
  const dueInDays = draw.number(2, 30, 4)
  return {
    name: 'tickets',
    singular: 'Ticket',
    typeId: '0-5',
    rows: 'cases',
    firstId: firstIds.tickets,
    modifiedProperty: 'hs_lastmodifieddate',
    defaultProperties: [
      'content',
      'hs_pipeline',
      'hs_pipeline_stage',
      'hs_ticket_priority',
      'subject',
    ],
    requiredProperties: ['hs_pipeline_stage'],
    properties: [
      ...commonProperties(world, 'tickets', 'hs_lastmodifieddate'),
      property('subject', 'Ticket name', 'string', { ...group, seed: draw.pick(subjects, 1) }),
      property('content', 'Ticket description', 'string', {
        ...group,
        fieldType: 'textarea',
        seed: (index) => `${draw.pick(subjects, 1)(index)}. Please have a look.`,
      }),
      property('hs_pipeline', 'Pipeline', 'enumeration', {
        ...group,
        externalOptions: true,
        seed: () => '0',
      }),
      property('hs_pipeline_stage', 'Ticket status', 'enumeration', {
        ...group,
        externalOptions: true,
        seed: draw.pick(
          ticketStages.map(({ id }) => id),
          2,
        ),
      }),
      choice('hs_ticket_priority', 'Priority', ['LOW', 'MEDIUM', 'HIGH'], {
        ...group,
        seed: draw.pick(['LOW', 'MEDIUM', 'HIGH'], 3),
      }),
      property('due_on', 'Due on', 'date', {
        ...group,
        hubspotDefined: false,
        seed: (index) => calendarDate(draw.createdAt(index) + dueInDays(index) * dayMs),
      }),
    ],
  }
}

/** Objects whose records are created by apps only. */
function products(world: SeedWorld): PortalObjectDefinition {
  return {
    name: 'products',
    singular: 'Product',
    typeId: '0-7',
    firstId: firstIds.products,
    modifiedProperty: 'hs_lastmodifieddate',
    defaultProperties: ['description', 'name', 'price'],
    requiredProperties: [],
    properties: [
      ...commonProperties(world, 'products', 'hs_lastmodifieddate'),
      property('name', 'Name', 'string'),
      property('description', 'Product description', 'string', { fieldType: 'textarea' }),
      property('hs_sku', 'SKU', 'string'),
      property('price', 'Unit price', 'number'),
      property('hs_cost_of_goods_sold', 'Unit cost', 'number'),
    ],
  }
}

function lineItems(world: SeedWorld): PortalObjectDefinition {
  return {
    name: 'line_items',
    singular: 'Line item',
    typeId: '0-8',
    firstId: firstIds.lineItems,
    modifiedProperty: 'hs_lastmodifieddate',
    defaultProperties: ['amount', 'name', 'quantity'],
    requiredProperties: [],
    properties: [
      ...commonProperties(world, 'line_items', 'hs_lastmodifieddate'),
      property('name', 'Name', 'string'),
      property('hs_product_id', 'Product ID', 'number'),
      property('hs_sku', 'SKU', 'string'),
      property('quantity', 'Quantity', 'number'),
      property('price', 'Unit price', 'number'),
      property('amount', 'Net price', 'number'),
    ],
  }
}

/** The time of an activity, which is required. */
const activityTime = () => property('hs_timestamp', 'Activity date', 'datetime')

function notes(world: SeedWorld): PortalObjectDefinition {
  return {
    name: 'notes',
    singular: 'Note',
    typeId: '0-46',
    firstId: firstIds.notes,
    modifiedProperty: 'hs_lastmodifieddate',
    defaultProperties: [],
    requiredProperties: ['hs_timestamp'],
    properties: [
      ...commonProperties(world, 'notes', 'hs_lastmodifieddate'),
      activityTime(),
      property('hs_note_body', 'Note body', 'string', { fieldType: 'html' }),
      property('hs_attachment_ids', 'Attached file IDs', 'string'),
    ],
  }
}

function tasks(world: SeedWorld): PortalObjectDefinition {
  const statuses = ['NOT_STARTED', 'IN_PROGRESS', 'WAITING', 'COMPLETED', 'DEFERRED']
  return {
    name: 'tasks',
    singular: 'Task',
    typeId: '0-27',
    firstId: firstIds.tasks,
    modifiedProperty: 'hs_lastmodifieddate',
    defaultProperties: [],
    requiredProperties: ['hs_timestamp'],
    properties: [
      ...commonProperties(world, 'tasks', 'hs_lastmodifieddate'),
      activityTime(),
      property('hs_task_subject', 'Task title', 'string'),
      property('hs_task_body', 'Task notes', 'string', { fieldType: 'html' }),
      choice('hs_task_status', 'Task status', statuses),
      choice('hs_task_priority', 'Priority', ['NONE', 'LOW', 'MEDIUM', 'HIGH']),
      choice('hs_task_type', 'Task type', ['CALL', 'EMAIL', 'TODO']),
    ],
  }
}
