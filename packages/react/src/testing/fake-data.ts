import type {
  Connection,
  FieldMetadata,
  HydratedRevision,
  Integration,
  ProviderInfo,
} from '../config/wire.ts'

/** A past time used by all fake records. */
export const someTime = '2026-03-02T09:30:00Z'

const support: ProviderInfo['support'] = {
  bulkWrite: { insert: false, update: false, upsert: false, delete: false },
  proxy: true,
  read: true,
  subscribe: false,
  write: true,
  delete: false,
  search: { operators: { equals: true } },
}

const provider = (
  name: string,
  displayName: string,
  rest: Partial<ProviderInfo>,
): ProviderInfo => ({
  name,
  displayName,
  authType: 'oauth2',
  baseURL: `https://api.${name}.test`,
  defaultModule: 'root',
  support,
  ...rest,
})

const oauth2Opts: ProviderInfo['oauth2Opts'] = {
  grantType: 'authorizationCodePKCE',
  tokenURL: 'https://provider.test/token',
  explicitScopesRequired: false,
  explicitWorkspaceRequired: false,
  tokenMetadataFields: {},
}

const drawMark = (colour: string) => ({
  iconURL: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="3 3 18 18"><path fill="none" stroke="${colour}" stroke-width="1.5" d="M12 11.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z M6 18.5c0-2.8 2.7-4.5 6-4.5s6 1.7 6 4.5"/></svg>`)}`,
})

/** The mark of a category, as the API returns it for providers without a free logo. */
const media = { regular: drawMark('#4a5263'), darkMode: drawMark('#c3c9d5') }

/** One provider per connection method. */
export const fakeProviders = {
  salesforce: provider('salesforce', 'Salesforce', { oauth2Opts, media }),
  hubspot: provider('hubspot', 'HubSpot', { oauth2Opts }),
  zendesk: provider('zendesk', 'Zendesk', {
    oauth2Opts,
    metadata: {
      input: [
        {
          name: 'workspace',
          displayName: 'Subdomain',
          prompt: 'The first part of your address: acme in acme.zendesk.com.',
        },
      ],
    },
  }),
  sendgrid: provider('sendgrid', 'SendGrid', {
    authType: 'apiKey',
    apiKeyOpts: {
      attachmentType: 'header',
      header: { name: 'Authorization', valuePrefix: 'Bearer ' },
      docsURL: 'https://docs.sendgrid.test/keys',
    },
  }),
  freshdesk: provider('freshdesk', 'Freshdesk', { authType: 'basic' }),
  marketo: provider('marketo', 'Marketo', {
    oauth2Opts: { ...oauth2Opts, grantType: 'clientCredentials' },
  }),
  sugar: provider('sugar', 'Sugar', { oauth2Opts: { ...oauth2Opts, grantType: 'password' } }),
  greenhouse: provider('greenhouse', 'Greenhouse', {
    authType: 'basic',
    basicOpts: { apiKeyAsBasic: true },
  }),
  gitlab: provider('gitlab', 'GitLab', {
    authType: 'custom',
    customOpts: {
      headers: [{ name: 'PRIVATE-TOKEN', valueTemplate: '{{token}}' }],
      inputs: [
        { name: 'token', displayName: 'Access token', fieldType: 'fieldTypePassword' },
        {
          name: 'level',
          displayName: 'Level',
          fieldType: 'fieldTypeSelect',
          options: [
            { value: 'group', label: 'Group' },
            { value: 'project', label: 'Project' },
          ],
        },
      ],
    },
  }),
  redtail: provider('redtail', 'Redtail', {
    authType: 'custom',
    customOpts: {
      headers: [{ name: 'Authorization', valueTemplate: 'Userkeyauth {{userKeyCredentials}}' }],
      inputs: [
        { name: 'username', displayName: 'Username' },
        { name: 'password', displayName: 'Password', fieldType: 'fieldTypePassword' },
      ],
      multiStep: true,
    },
  }),
  consent: provider('consent', 'Consent', {
    authType: 'custom',
    customOpts: {
      headers: [{ name: 'Authorization', valueTemplate: 'Bearer {{accessToken}}' }],
      multiStep: true,
    },
  }),
  open: provider('open', 'Open', { authType: 'none' }),
  signed: provider('signed', 'Signed', { authType: 'jwt' }),
} satisfies Record<string, ProviderInfo>

type FieldRow = [fieldName: string, displayName: string, valueType: FieldMetadata['valueType']]

const contactRows: FieldRow[] = [
  ['Id', 'Contact ID', 'reference'],
  ['FirstName', 'First Name', 'string'],
  ['LastName', 'Last Name', 'string'],
  ['Email', 'Email', 'string'],
  ['Phone', 'Business Phone', 'string'],
  ['MobilePhone', 'Mobile Phone', 'string'],
  ['Title', 'Title', 'string'],
  ['Department', 'Department', 'string'],
  ['MailingCity', 'Mailing City', 'string'],
  ['MailingCountry', 'Mailing Country', 'string'],
  ['LeadSource', 'Lead Source', 'singleSelect'],
  ['Birthdate', 'Birthdate', 'date'],
  ['HasOptedOutOfEmail', 'Email Opt Out', 'boolean'],
  ['OwnerId', 'Owner', 'reference'],
  ['Customer_Priority__c', 'Customer Priority', 'singleSelect'],
  ['Health_Score__c', 'Health Score', 'int'],
  ['Renewal_Date__c', 'Renewal Date', 'date'],
  ['CreatedDate', 'Created Date', 'datetime'],
  ['LastModifiedDate', 'Last Modified Date', 'datetime'],
]

const accountRows: FieldRow[] = [
  ['Id', 'Account ID', 'reference'],
  ['Name', 'Account Name', 'string'],
  ['Website', 'Website', 'string'],
  ['Industry', 'Industry', 'singleSelect'],
  ['NumberOfEmployees', 'Employees', 'int'],
  ['AnnualRevenue', 'Annual Revenue', 'float'],
  ['BillingCity', 'Billing City', 'string'],
  ['BillingCountry', 'Billing Country', 'string'],
]

const choices = (...names: string[]) => names.map((name) => ({ value: name, displayValue: name }))

const valuesOf: Record<string, FieldMetadata['values']> = {
  Customer_Priority__c: choices('High', 'Medium', 'Low'),
  LeadSource: choices('Hot', 'Warm', 'Cold', 'None'),
}

const systemFields = ['Id', 'CreatedDate', 'LastModifiedDate']

const metadata = (rows: FieldRow[]): Record<string, FieldMetadata> =>
  Object.fromEntries(
    rows.map(([fieldName, displayName, valueType]) => [
      fieldName,
      {
        fieldName,
        displayName,
        valueType,
        isCustom: fieldName.endsWith('__c'),
        ...(systemFields.includes(fieldName) && { isSystem: true }),
        ...(valuesOf[fieldName] && { values: valuesOf[fieldName] }),
      },
    ]),
  )

const fieldsOf: Record<string, Record<string, FieldMetadata>> = {
  Contact: metadata(contactRows),
  Account: metadata(accountRows),
}

const makeFields = (objectName: string, fieldNames: string[]) =>
  fieldNames.map((fieldName) => ({
    fieldName,
    displayName: fieldsOf[objectName]?.[fieldName]?.displayName ?? fieldName,
  }))

export const revision: HydratedRevision = {
  id: 'rev_1',
  specVersion: '1.0.0',
  createTime: someTime,
  content: {
    name: 'salesforce-sync',
    displayName: 'Salesforce sync',
    provider: 'salesforce',
    read: {
      objects: [
        {
          objectName: 'Contact',
          displayName: 'Contact',
          mapToDisplayName: 'People',
          schedule: '0 * * * *',
          requiredFields: [
            ...makeFields('Contact', ['FirstName', 'LastName', 'Email']),
            {
              mapToName: 'priority',
              mapToDisplayName: 'Priority',
              prompt: 'Which field shows how important a customer is?',
            },
          ],
          optionalFields: [
            ...makeFields(
              'Contact',
              contactRows.map(([fieldName]) => fieldName).filter((name) => name !== 'Id'),
            ),
            {
              mapToName: 'renewal',
              mapToDisplayName: 'Renewal date',
              prompt: 'Used for reminders before a contract ends.',
            },
          ],
          allFieldsMetadata: fieldsOf.Contact,
        },
        {
          objectName: 'Account',
          displayName: 'Account',
          mapToDisplayName: 'Companies',
          schedule: '0 * * * *',
          requiredFields: makeFields('Account', ['Name', 'Website']),
          optionalFields: makeFields('Account', ['Industry', 'NumberOfEmployees', 'BillingCity']),
          allFieldsMetadata: fieldsOf.Account,
        },
      ],
    },
  },
}

export const integration: Integration = {
  id: 'int_1',
  projectId: 'proj_1',
  name: 'salesforce-sync',
  provider: 'salesforce',
  createTime: someTime,
  latestRevision: {
    id: revision.id,
    specVersion: '1.0.0',
    createTime: someTime,
    content: {
      name: 'salesforce-sync',
      displayName: 'Salesforce sync',
      provider: 'salesforce',
      read: {
        objects: (revision.content.read?.objects ?? []).map(
          ({ objectName, mapToDisplayName, schedule, requiredFields, optionalFields }) => ({
            objectName,
            mapToDisplayName,
            schedule,
            requiredFields,
            optionalFields,
          }),
        ),
      },
    },
  },
}

export const connection = (changes: Partial<Connection> = {}): Connection => ({
  id: 'conn_1',
  projectId: 'proj_1',
  provider: 'salesforce',
  group: { groupRef: 'acme', groupName: 'Acme', projectId: 'proj_1', createTime: someTime },
  consumer: {
    consumerRef: 'ana',
    consumerName: 'Ana Ruiz',
    projectId: 'proj_1',
    createTime: someTime,
  },
  providerWorkspaceRef: 'https://acme.my.salesforce.test',
  createTime: someTime,
  authScheme: 'oauth2/authorizationCodePKCE',
  status: 'working',
  health: { state: changes.status === 'bad_credentials' ? 'needsSignIn' : 'healthy' },
  ...changes,
})

/** Some records of each object. */
export const samples: Record<string, Record<string, unknown>[]> = {
  Contact: [
    {
      FirstName: 'Lena',
      LastName: 'Park',
      Email: 'lena@larkfield.test',
      Phone: '+44 20 7946 0000',
      Title: 'Head of Sales',
      Customer_Priority__c: 'High',
      LeadSource: 'Web',
      Renewal_Date__c: '2026-09-30',
    },
    {
      FirstName: 'Omar',
      LastName: 'Haddad',
      Email: 'omar@northwind.test',
      Title: 'Buyer',
      Customer_Priority__c: 'Medium',
      LeadSource: 'Partner referral',
      Renewal_Date__c: '2027-01-15',
    },
    { FirstName: 'Ida', LastName: 'Berg', Customer_Priority__c: 'Low' },
  ],
  Account: [{ Name: 'Northwind', Website: 'northwind.test', Industry: 'Energy' }],
}
