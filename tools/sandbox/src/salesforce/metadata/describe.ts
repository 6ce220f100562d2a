import type { Field } from '../org/fields.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'

const soapTypes: Partial<Record<Field['type'], string>> = {
  id: 'tns:ID',
  reference: 'tns:ID',
  boolean: 'xsd:boolean',
  int: 'xsd:int',
  double: 'xsd:double',
  currency: 'xsd:double',
  percent: 'xsd:double',
  date: 'xsd:date',
  datetime: 'xsd:dateTime',
  time: 'xsd:time',
  address: 'urn:address',
}

function describeField(field: Field) {
  const isLongText = field.type === 'textarea' && field.length > 255
  const isCompound = field.type === 'address'
  const isNumber = ['double', 'currency', 'percent'].includes(field.type)
  return {
    aggregatable: !isLongText && !isCompound && field.type !== 'boolean',
    aiPredictionField: false,
    autoNumber: field.autoNumber,
    byteLength: field.type === 'id' || field.type === 'reference' ? 18 : field.length * 3,
    calculated: field.calculated,
    calculatedFormula: null,
    cascadeDelete: false,
    caseSensitive: false,
    compoundFieldName: field.compoundFieldName,
    controllerName: null,
    createable: field.createable,
    custom: field.custom,
    defaultValue: field.defaultValue,
    defaultValueFormula: null,
    defaultedOnCreate: field.defaultedOnCreate,
    dependentPicklist: false,
    deprecatedAndHidden: false,
    digits: field.type === 'int' ? 8 : 0,
    displayLocationInDecimal: false,
    encrypted: false,
    externalId: field.externalId,
    extraTypeInfo: field.name === 'Name' && field.derive ? 'personname' : null,
    filterable: !isLongText && !isCompound,
    filteredLookupInfo: null,
    formulaTreatNullNumberAsZero: false,
    groupable: !isLongText && !isCompound && !isNumber && field.type !== 'datetime',
    highScaleNumber: false,
    htmlFormatted: field.htmlFormatted,
    idLookup: field.type === 'id' || field.externalId || (field.nameField && !field.derive),
    inlineHelpText: field.inlineHelpText,
    label: field.label,
    length: field.length,
    mask: null,
    maskType: null,
    name: field.name,
    nameField: field.nameField,
    namePointing: field.referenceTo.length > 1,
    nillable: field.nillable,
    permissionable:
      field.custom || (field.nillable && field.createable && !field.compoundFieldName),
    picklistValues: field.picklistValues.map(({ value, label, active, isDefault }) => ({
      active,
      defaultValue: isDefault || value === field.defaultValue,
      label,
      validFor: null,
      value,
    })),
    polymorphicForeignKey: field.referenceTo.length > 1,
    precision: field.precision,
    queryByDistance: isCompound,
    referenceTargetField: null,
    referenceTo: field.referenceTo,
    relationshipName: field.relationshipName,
    relationshipOrder: null,
    restrictedDelete: false,
    restrictedPicklist: field.restrictedPicklist,
    scale: field.scale,
    searchPrefilterable: field.type === 'reference',
    soapType: soapTypes[field.type] ?? 'xsd:string',
    sortable: !isLongText && !isCompound && field.type !== 'multipicklist',
    type: field.type,
    unique: field.unique,
    updateable: field.updateable,
    writeRequiresMasterRead: false,
  }
}

/** Returns the short description for the list of objects. */
export function summarizeObject(object: SObject, apiVersion: string) {
  const base = `/services/data/v${apiVersion}/sobjects/${object.name}`
  const isUser = object.name === 'User'
  return {
    activateable: false,
    associateEntityType: null,
    associateParentEntity: null,
    createable: true,
    custom: object.custom,
    customSetting: false,
    deepCloneable: false,
    deletable: !isUser,
    deprecatedAndHidden: false,
    feedEnabled: !isUser,
    hasSubtypes: false,
    isInterface: false,
    isSubtype: false,
    keyPrefix: object.keyPrefix,
    label: object.label,
    labelPlural: object.labelPlural,
    layoutable: true,
    mergeable: ['Account', 'Contact', 'Lead'].includes(object.name),
    mruEnabled: true,
    name: object.name,
    queryable: true,
    replicateable: true,
    retrieveable: true,
    searchable: true,
    triggerable: true,
    undeletable: !isUser,
    updateable: true,
    urls: {
      rowTemplate: `${base}/{ID}`,
      describe: `${base}/describe`,
      sobject: base,
    },
  }
}

/** Returns the description without fields that the connected user cannot see. */
export function describeOrgObject(org: SalesforceOrg, object: SObject, apiVersion: string) {
  return {
    ...summarizeObject(object, apiVersion),
    actionOverrides: [],
    childRelationships: childRelationships(org, object),
    compactLayoutable: true,
    defaultImplementation: null,
    extendedBy: null,
    extendsInterfaces: null,
    fields: org.visibleFields(object).map(describeField),
    implementedBy: null,
    implementsInterfaces: null,
    listviewable: null,
    lookupLayoutable: null,
    namedLayoutInfos: [],
    networkScopeFieldName: null,
    recordTypeInfos: [
      {
        active: true,
        available: true,
        defaultRecordTypeMapping: true,
        developerName: 'Master',
        master: true,
        name: 'Master',
        recordTypeId: '012000000000000AAA',
        urls: {},
      },
    ],
    searchLayoutable: true,
    sobjectDescribeOption: 'FULL',
    supportedScopes: [{ label: `All ${object.labelPlural.toLowerCase()}`, name: 'everything' }],
  }
}

function childRelationships(org: SalesforceOrg, parent: SObject) {
  return org.objects().flatMap((object) =>
    org
      .visibleFields(object)
      .filter(({ referenceTo }) => referenceTo.includes(parent.name))
      .map((field) => ({
        cascadeDelete: false,
        childSObject: object.name,
        deprecatedAndHidden: false,
        field: field.name,
        junctionIdListNames: [],
        junctionReferenceTo: [],
        relationshipName: field.childRelationshipName,
        restrictedDelete: false,
      })),
  )
}
