/** A text that counts something: one form per plural category of the language. */
export interface Plural {
  zero?: string
  one?: string
  two?: string
  few?: string
  many?: string
  other: string
}

/** Every text that the components show; `{names}` stand for values. */
export const english = {
  loading: 'Loading',
  slow: 'This takes longer than usual.',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  back: 'Back',
  next: 'Next',
  edit: 'Edit',
  required: 'Required',
  choose: 'Choose…',
  clear: 'Clear {field}',
  details: 'Details',
  request: 'Request {id}',
  copied: 'Copied',
  retryAt: 'Possible again at {time}.',

  // Connecting
  connect: 'Connect {provider}',
  connecting: 'Connecting…',
  connectPurpose: 'Connect your {provider} account. You choose next what is shared.',
  connectOnly: 'Connect your {provider} account to use it here.',
  reads: 'Reads {object}',
  writes: 'Writes {object}',
  passwordStays: 'You sign in at {provider}; your password stays there.',
  waitingFor: 'Waiting for {provider}',
  finishThere: 'Finish signing in in the window that opened. This page goes on by itself.',
  openAgain: 'Open again',
  blocked: 'Your browser blocked the window',
  openInTab: 'Open {provider} in a new tab',
  openHere: 'Open it in this tab',
  comeBack: 'Sign in there and come back: this page goes on by itself.',
  notConnected: 'Not connected',
  connected: 'Connected',
  connectFailed: '{provider} could not be connected',
  whereToFind: 'Where to find it',
  apiKey: 'API key',
  userName: 'User name',
  password: 'Password',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  workspace: 'Workspace',
  unsupported: '{provider} cannot be connected from this page.',
  moreDetails: '{provider} needs a little more',
  save: 'Save',
  account: 'Account',
  connectedBy: 'Connected by',
  since: 'Since',
  needsSignIn: 'Needs sign-in',
  signInAgain: 'Sign in again',
  newCredentials: 'Enter new credentials',
  renewed: 'The sign-in was renewed.',
  unconfirmed: 'Not confirmed',
  savedUnconfirmed: 'Saved. {provider} has not confirmed it yet; the first use will tell.',
  signInRevoked: '{provider} no longer accepts the sign-in',
  signInRevokedText:
    'Nothing is read or written until somebody signs in again. What you chose is kept.',
  signInUnconfirmed: '{provider} has not confirmed the sign-in yet',
  signInUnconfirmedText: 'The first use will tell whether it works.',
  triedAgain: 'It is tried again by itself. Next try {time}',
  productRefused: '{provider} does not accept this product at the moment',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect {provider}?',
  disconnectLoss: 'The stored sign-in is deleted. Connecting again needs a new sign-in.',
  disconnected: 'Disconnected.',

  // Choosing what is shared
  whatIsShared: 'What {title} uses',
  saved: 'saved',
  notSavedYet: 'not saved yet',
  toDo: 'to do',
  askingFields: 'Asking {provider} for its fields',
  fieldsFailed: 'The fields of {provider} could not be loaded',
  calledHere: 'Called {name} here',
  alwaysShared: 'Always shared',
  matchFields: 'Match your fields',
  chooseField: 'Choose a field…',
  fieldMissing: 'Choose a field.',
  usedTwice: 'Another one uses this field.',
  usedFor: 'Used for {field}',
  useField: 'Use {field}',
  noMatch: 'Nothing matches.',
  typeForMore: { one: 'Type to find {count} more.', other: 'Type to find one of {count} more.' },
  forExample: 'For example',
  noSample: 'Empty in the records looked at',
  matchValues: 'Match the values of {field}',
  valueTwice: 'Two values cannot become the same.',
  noLongerAsked: '{field} is no longer asked for.',
  remove: 'Remove',
  optionalFields: 'Optional fields',
  selectedOf: '{count} of {total} selected',
  searchFields: 'Search fields',
  selectAll: 'Select all',
  deselectAll: 'Deselect all',
  selectFound: 'Select {count} found',
  deselectFound: 'Deselect {count} found',
  showMore: 'Show {count} more',
  reloadFields: 'Reload fields',
  onlyChosen: 'Only the fields chosen here are read.',
  preview: 'Preview one record',
  previewAt: 'In {provider}',
  previewHere: 'As it is received',
  previewEmpty: 'There is no record yet.',
  install: 'Install',
  installing: 'Installing…',
  installed: 'Installed',
  installedNow: '{title} is installed.',
  update: 'Update',
  add: 'Add {object}',
  saving: 'Saving…',
  reset: 'Reset',
  checking: 'Checking with a first record…',
  allSaved: 'All changes are saved',
  savedNext: '{object} is saved. Go on with the next one, or leave it for later.',
  savedLast: '{object} is saved and being synced.',
  savedOnly: '{object} is saved.',
  notSaved: 'The changes were not saved',
  notInstalled: 'It was not installed',
  needAttention: 'Some fields need attention.',
  write: 'Write',
  mayWrite: '{title} may create and change in {provider}:',
  wizardObjects: 'What should be shared?',
  readThese: 'Read from {provider}',
  writeThese: 'Write to {provider}',
  chooseOne: 'Choose at least one.',
  review: 'Review',
  fieldsShared: { one: '{count} field', other: '{count} fields' },
  step: 'Step {step} of {total}',

  // What is installed
  failing: 'Failing',
  manage: 'Manage',
  connection: 'Connection',
  activity: 'Activity',
  lastRead: 'Last read {time}',
  nextRead: 'next {time}',
  notReadYet: 'Not read yet',
  active: 'Active',
  paused: 'Paused',
  retrying: 'Retrying',
  nextTry: 'Reading failed. Next try {time}',
  stopped: 'Stopped',
  pausedText: 'Paused because reading failed. Resume it to try again.',
  pause: 'Pause',
  pausedByRequest: 'Paused until somebody resumes it.',
  pausedByRemoval: 'No longer part of {title}.',
  changes: 'Changes as they happen',
  changesSoon: 'Changes every few minutes',
  changesPending: 'Being set up',
  changesFailed: 'They do not arrive at the moment.',
  lastChange: 'Last change {time}',
  stop: 'Stop reading',
  resume: 'Resume reading',
  records: { one: '{count} record', other: '{count} records' },
  ofAbout: '{count} of about {total} records',
  minutesLeft: { one: 'about {count} minute left', other: 'about {count} minutes left' },
  lastDays: 'Records in the last days',
  uninstall: 'Uninstall',
  uninstallText: 'Stops it for everybody in your company. What was synced already stays.',
  uninstallTitle: 'Uninstall {title}?',
  uninstallLoss: 'The chosen fields are lost, and the sign-in too when nothing else uses it:',
  uninstalled: '{title} is uninstalled. Nothing is read or written any more.',
  reinstall: 'Reinstall',

  // What went wrong
  problem: 'Something went wrong',
  problemText: 'Try again in a moment.',
  unreachable: 'The service cannot be reached',
  unreachableText: 'Check your connection and try again.',
  session: 'Your session could not be confirmed',
  sessionText: 'Reload the page or sign in again.',
  forbidden: 'You may not do this',
  wrongPage: 'This page is not allowed to do this',
  wrongPageText: 'Ask whoever runs it to allow it. Trying again does not help.',
  missing: 'This no longer exists',
  tooMany: 'Too many attempts',
  denied: 'You did not allow access. Nothing was connected.',
  expired: 'The sign-in took too long. Start it again.',
  otherAccount: 'You signed in with another account. Sign in with the one that is connected.',
  credentials: '{provider} did not accept the sign-in.',
  providerAway: '{provider} does not answer at the moment.',
  providerRefused: '{provider} refused this.',
  providerRefusedText: 'Ask the support of this product. Trying again does not help.',
  refusedFields: '{provider} does not let these fields be read.',
  savedByOther: 'Somebody else saved first',
  savedByOtherText: 'Saving again replaces what they chose here.',
  alreadyInstalled: 'Somebody in your company has installed it already.',
  partFailed: 'This part of the page failed',

  // Kinds of values
  string: 'Text',
  boolean: 'Yes / no',
  singleSelect: 'Choice',
  multiSelect: 'Choices',
  date: 'Date',
  datetime: 'Date and time',
  int: 'Number',
  float: 'Number',
  reference: 'Reference',
  other: 'Other',
} as const

export type WordKey = keyof typeof english

/** One language: all of the texts. */
export type Words = {
  readonly [Key in WordKey]: (typeof english)[Key] extends string ? string : Plural
}

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type TextOf<Key extends WordKey> = (typeof english)[Key] extends string
  ? (typeof english)[Key]
  : (typeof english)[Key][keyof (typeof english)[Key]]
type Values<Key extends WordKey> = { [Name in NamesIn<TextOf<Key>>]: string | number }

/** The values that a text needs; none for one without `{names}`. */
export type ValuesOf<Key extends WordKey> =
  NamesIn<TextOf<Key>> extends never ? [] : [values: Values<Key>]

/** The text with its values in place; `count` decides the plural form. */
export function fill(
  text: string | Plural,
  values: Record<string, string | number>,
  locale: string,
): string {
  const form = typeof text === 'string' ? text : pluralForm(text, Number(values.count), locale)
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? value.toLocaleString(locale) : value
  })
}

const pluralForm = (plural: Plural, count: number, locale: string) =>
  plural[new Intl.PluralRules(locale).select(count)] ?? plural.other
