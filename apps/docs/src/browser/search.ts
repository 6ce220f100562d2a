/** Search over the sections of all pages. Served without types, and loaded at the first search. */
import type MiniSearch from 'minisearch'
import type { Query, SearchResult } from 'minisearch'

export interface SearchedSection {
  id: number
  href: string
  page: string
  heading: string
  text: string
}

/** Words that people use, and the words of the pages for the same. */
const synonyms: readonly (readonly [asked: string, written: string])[] = [
  ['arrive arriving arrived missing lost', 'receive deliver delivery failing changes'],
  ['received receiving', 'receive arrive'],
  ['delivered undelivered', 'deliver delivery failing'],
  ['stuck broken fails hangs', 'failing error troubleshooting'],
  ['syncing synced sync', 'read schedule installation'],
  ['auth authenticate oauth login', 'sign-in credentials connect register'],
  ['token tokens expired refresh', 'credentials token recovery'],
  ['reconnect reauthorize', 'credentials recovery typed links'],
  ['duplicate duplicates twice idempotent idempotency', 'duplicates avoid'],
  ['throttle throttled throttling quota 429', 'limits rate'],
  ['cron interval frequency often', 'schedule schedules'],
  ['callback', 'redirect'],
  ['url', 'uri'],
  ['cdc realtime stream streaming trigger triggers', 'subscribe changes'],
  ['docker compose k8s helm', 'containers docker kubernetes'],
  ['env environment configuration configure variables', 'settings variables'],
  ['css style styles brand branding colors dark', 'theme theming variables'],
  ['translate translation i18n locale locales', 'language'],
  ['gdpr privacy forget', 'erase person'],
  ['uninstall deauthorize', 'delete remove'],
  ['ngrok tunnel localhost', 'locally develop'],
  ['sso saml single 2fa mfa totp factor passkey passkeys', 'sign-in accounts'],
  ['scale scaling throughput performance', 'capacity processes hardware'],
  ['hardware cpu memory ram server servers', 'hardware capacity sizing'],
  ['mcp llm ai claude cursor chatgpt', 'agent agents'],
  ['push insert create', 'write writing create'],
  ['rename transform', 'mapping fields'],
  ['alerting grafana prometheus', 'metrics alerts monitoring'],
  ['disaster recovery', 'backup restore'],
  ['hmac', 'signature verify'],
  ['order ordering sequence', 'order ordering versions'],
  ['event events', 'event message messages'],
  ['jwt jwts', 'tokens token getToken'],
  ['cors', 'tls headers origins'],
  ['ip ips whitelist allowlist allowlisting', 'networks addresses capabilities'],
  ['sandbox playground', 'quickstart local'],
  ['sdk library', 'packages client'],
  ['custom unsupported new', 'custom own add'],
  ['removed vanished', 'deletions deleted'],
  ['revoked revokes revoke', 'credentials refused'],
  ['supported available integrations', 'catalogue providers'],
  ['bulk batch many', 'write records'],
  ['typescript javascript', 'packages install'],
  ['invalid wrong mismatch', 'verify'],
  ['retry retries retried redeliver', 'retry deliveries failing'],
  ['bidirectional loop loops echo', 'two-way own writes'],
  ['reading syncing', 'read schedule installation'],
  ['embed widget iframe component', 'embed component ui'],
  ['hello onboarding started tutorial beginner', 'quickstart first integration'],
  ['csp', 'content security policy'],
  ['permission permissions role roles', 'capabilities'],
  ['passthrough directly', 'proxy call provider api'],
  ['payload example examples', 'events'],
  ['german french spanish japanese', 'language languages'],
  ['ssl certificate https', 'tls reverse proxy'],
  ['production launch', 'live checklist'],
  ['kafka sqs pubsub rabbitmq queue queues', 'queues lacks'],
]

/** Words of questions that name no subject. */
const fillers = new Set(
  `a all an and any are as at be been but by can could do does doesn't for from get give has have how i if in
   handle happens into is it its list many me must my need no not of on or our should so some that the their them there these they this
   must to up use using want was we what when where which while who why will with work works would you your`
    .trim()
    .split(/\s+/),
)

/** Words that are on most pages: they order results, but exclude none. */
const common = new Set(
  'customer customers data record records user users platform provider'.split(' '),
)

const written = new Map<string, string[]>()
for (const [asked, found] of synonyms) {
  for (const word of asked.split(' ')) {
    written.set(word, [...(written.get(word) ?? []), ...found.split(' ')])
  }
}

export function createSearch(
  Search: typeof MiniSearch,
  sections: readonly SearchedSection[],
): (words: string) => SearchResult[] {
  const index = new Search<SearchedSection>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['href', 'page', 'heading'],
    processTerm: stemWord,
    searchOptions: {
      // Guides answer most questions, and fields of replies hardly any.
      boostDocument(_id, _term, stored) {
        const href = String(stored?.['href'])
        if (/^\/docs\/(api\/schemas|changelog|manifest\/reference)\//.test(href)) return 0.4
        // Each of the catalogue’s providers has a page with the same words.
        if (/^\/docs\/catalogue\/(?!providers\/)/.test(href)) return 0.4
        return /^\/(docs\/api|problems)\//.test(href) ? 0.5 : 1
      },
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: 0.15,
    },
  })
  index.addAll(sections)
  return (words) => {
    const terms = words.split(/[\s,.?!]+/).filter(Boolean)
    const named = terms.filter((term) => !fillers.has(term.toLowerCase()))
    const subjects = named.length > 0 ? named : terms
    const required = subjects.filter((term) => !common.has(term.toLowerCase()))
    const queries = (required.length > 0 ? required : subjects).map(makeQuery)
    const others = required.length > 0 ? subjects.filter((term) => !required.includes(term)) : []
    const any: Query = { combineWith: 'OR', queries: [...queries, ...others] }
    const all = index.search({ combineWith: 'AND', queries: [...queries, any] })
    // Sections with some of the words follow: long questions contain words that occur nowhere.
    const ids = new Set(all.map(({ id }) => id))
    return [...all, ...index.search(any).filter(({ id }) => !ids.has(id))]
  }
}

/** The word itself counts most, so that a page about exactly this word is first. */
function makeQuery(term: string): Query {
  const others = written.get(term.toLowerCase())
  if (!others) return term
  return {
    combineWith: 'OR',
    queries: [
      term,
      {
        combineWith: 'OR',
        queries: others,
        boost: { heading: 2, page: 1, text: 0.3 },
        prefix: false,
        fuzzy: false,
      },
    ],
  }
}

/** Also finds other forms of a word. */
function stemWord(word: string): string {
  const whole = word.toLowerCase()
  const stem = whole.replace(/(?:ing|ion|ies|ied|ed|es|e|s|y)$/, '')
  return stem.length < 3 ? whole : stem
}
