import { englishAtFirst } from './english-at-first.ts'
import type { englishSettings } from './english-settings.ts'

/** A text that counts something: one form per plural category of the language. */
export interface Plural {
  zero?: string
  one?: string
  two?: string
  few?: string
  many?: string
  other: string
}

const englishLater = {
  back: 'Back',
  next: 'Next',
  edit: 'Edit',
  required: 'Required',
  clear: 'Clear {field}',

  // Connecting
  notConnected: 'Not connected',
  account: 'Account',
  connectedBy: 'Connected by',
  since: 'Connected on',
  signInAgain: 'Sign in again',
  newCredentials: 'Enter new credentials',
  renewed: 'Sign-in renewed.',
  savedUnconfirmed: 'Saved. {provider} will confirm these credentials on first use.',
  signInRevoked: 'The {provider} sign-in is no longer valid',
  signInRevokedText: 'Sign in again to resume syncing. Your settings are kept.',
  signInUnconfirmed: '{provider} has not confirmed this sign-in yet',
  signInUnconfirmedText: 'The sign-in will be checked on first use.',
  triedAgain: 'Retrying automatically. Next attempt: {time}',
  productRefused: '{provider} is rejecting requests from this product',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect {provider}?',
  disconnectLoss: 'The stored credentials are deleted. To reconnect, you need to sign in again.',
  disconnected: 'Disconnected.',

  // The list of integrations
  integrations: 'Integrations',
  searchIntegrations: 'Search integrations',
  noIntegrations: 'No integrations found.',

  // Choosing what is shared
  whatIsShared: '{title} settings',
  saved: 'saved',
  notSavedYet: 'unsaved changes',
  toDo: 'not set up',
  askingFields: 'Loading fields from {provider}',
  fieldsFailed: 'Could not load fields from {provider}',
  calledHere: 'Appears here as {name}',
  alwaysShared: 'Always shared',
  matchFields: 'Map fields',
  chooseField: 'Choose a field…',
  fieldMissing: 'Choose a field.',
  usedTwice: 'This field is already mapped. Choose another.',
  usedFor: 'Used for {field}',
  useField: 'Use {field}',
  noMatch: 'No matching fields.',
  typeForMore: { one: '{count} more. Type to search.', other: '{count} more. Type to search.' },
  forExample: 'Sample values',
  noSample: 'No values in the sample records',
  matchValues: 'Map values for {field}',
  addValue: 'Add another…',
  valuesOpen: 'Not mapped: {values}. Map them, or confirm again to leave them out.',
  noLongerAsked: '{field} is no longer used.',
  remove: 'Remove',
  optionalFields: 'Optional fields',
  selectedOf: '{count} of {total} selected',
  searchFields: 'Search fields',
  everyField: 'All fields, including fields added later',
  selectAll: 'Select all',
  deselectAll: 'Deselect all',
  selectFound: 'Select matching ({count})',
  deselectFound: 'Deselect matching ({count})',
  showMore: 'Show {count} more',
  reloadFields: 'Reload fields',
  onlyChosen: 'Only fields selected here are read.',
  preview: 'Preview a record',
  previewAt: 'In {provider}',
  previewHere: 'In this product',
  previewEmpty: 'No records yet.',
  installing: 'Installing…',
  installedNow: '{title} is installed.',
  firstReadText:
    'The first records from {provider} are being read. You can leave this page; progress is also shown under {manage}.',
  update: 'Update',
  add: 'Add {object}',
  reset: 'Discard changes',
  checking: 'Reading a test record…',
  allSaved: 'All changes saved',
  savedNext: '{object} saved. Continue with the next object, or set it up later.',
  savedLast: '{object} saved. Syncing now.',
  savedOnly: '{object} saved.',
  notInstalled: 'Installation failed',
  needAttention: 'Check the highlighted fields.',
  write: 'Write access',
  mayWrite: '{title} can create and update these objects in {provider}:',
  wizardObjects: 'Choose what to share',
  readThese: 'Read from {provider}',
  writeThese: 'Write to {provider}',
  chooseOne: 'Choose at least one object.',
  review: 'Review',
  fieldsShared: { one: '{count} field', other: '{count} fields' },
  step: 'Step {step} of {total}',

  // What is installed
  failingSince: 'Failing since {time}',
  readsFail:
    'Data from {provider} cannot be read. Check the access of the connected user, or contact support for this product.',
  manage: 'Manage',
  connection: 'Connection',
  activity: 'Activity',
  lastRead: 'Last read {time}',
  nextRead: 'next {time}',
  notReadYet: 'Not read yet',
  limitNextTry: 'Provider limit reached. Next attempt: {time}',
  nextTry: 'Read failed. Next attempt: {time}',
  stopped: 'Stopped',
  pausedText: 'Paused because reads failed. Resume reading to try again.',
  pause: 'Pause',
  pausedByRequest: 'Paused manually.',
  pausedByRemoval: 'No longer part of {title}.',
  changes: 'Real-time changes',
  changesSoon: 'Changes every few minutes',
  changesPending: 'Setting up',
  changesFailed: 'Changes are not coming through at the moment.',
  lastChange: 'Last change {time}',
  start: 'Start reading',
  stop: 'Stop reading',
  resume: 'Resume reading',
  records: { one: '{count} record read', other: '{count} records read' },
  ofAbout: '{count} of about {total} records',
  minutesLeft: { one: 'about {count} minute left', other: 'about {count} minutes left' },
  supportAccess: 'Allow support to view synced records',
  uninstall: 'Uninstall',
  uninstallText: 'Stops the integration for everyone in your company. Data already synced is kept.',
  uninstallTitle: 'Uninstall {title}?',
  uninstallLoss: 'These settings are deleted. The sign-in is kept if another integration uses it.',

  // What went wrong
  limitedUntil: '{provider} allows no more requests for now. Reading resumes at {time}.',
  mappingsMissing: '{object} needs more fields: {fields}. Choose them below.',
  lostFields:
    '{provider} no longer allows access to: {fields}. Restore the access or choose other fields.',

  // Kinds of values
  string: 'Text',
  boolean: 'Yes/No',
  singleSelect: 'Single choice',
  multiSelect: 'Multiple choice',
  date: 'Date',
  datetime: 'Date and time',
  int: 'Number',
  float: 'Number',
  reference: 'Reference',
  other: 'Other',
} as const

/** The texts of the components, without those that load with settings that few integrations have. */
export const english = { ...englishAtFirst, ...englishLater } as const

type English = typeof english & typeof englishSettings

export type WordKey = keyof English

/** One language: all of the texts. */
export type Words = {
  readonly [Key in WordKey]: English[Key] extends string ? string : string | Plural
}

/** The texts of one language that load with settings that few integrations have. */
export type SettingsWords = Pick<Words, keyof typeof englishSettings>

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type TextOf<Key extends WordKey> = English[Key] extends string
  ? English[Key]
  : English[Key][keyof English[Key]]
type Values<Key extends WordKey> = { [Name in NamesIn<TextOf<Key>>]: string | number }

/** Values of the placeholders of a text. */
export type TextValues<Key extends WordKey> =
  NamesIn<TextOf<Key>> extends never ? [] : [values: Values<Key>]
