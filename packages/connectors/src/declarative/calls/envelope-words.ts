/** Words in names that leave the meaning of an error as it is. */
const aroundErrors = new Set(
  'api app server service backend system internal general global fatal validation query request response reply result results http soap graphql rest page batch root has have is was any code codes number no nr id ids type types kind key name message messages msg text string detail details description desc info reason status object data list summary count counts total num data occurred'.split(
    ' ',
  ),
)
/** In English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Turkish, Chinese, Japanese and Korean. */
const errorWords = new Set(
  'error errors err errs errno exception exceptions fault faults fehler fehlermeldung erreur erreurs errores errore errori erro erros fout fouten błąd błędy ошибка ошибки hata 错误 錯誤 エラー 오류'.split(
    ' ',
  ),
)
const counting = new Set('count counts total num number'.split(' '))

const successWords = new Set('success successful successfully succeeded succeed ok okay'.split(' '))
const failureWords = new Set(
  'failed fail failure failures unsuccessful aborted cancelled canceled throttled rejected'.split(
    ' ',
  ),
)
const stateWords = new Set('status stat state outcome ack acknowledgement result'.split(' '))
const aroundStates = new Set(
  'api app server service request response reply query call operation http return result job overall final is was has been the status state text message code'.split(
    ' ',
  ),
)

/** Splits a name or a value into its words, in lower case. */
export const wordsIn = (text: string): string[] =>
  text
    .slice(0, 200)
    .split(/[^\p{L}\d]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** What a member of an envelope means by its name. */
export type EnvelopeMember = 'error' | 'error count' | 'success' | 'failure' | 'state' | 'code'

/** Names are few, and the same in every reply. */
const known = new Map<string, EnvelopeMember | undefined>()
const maxKnown = 5_000

/** Returns what a member means by its name; undefined if it is another matter. */
export function classifyMember(name: string): EnvelopeMember | undefined {
  if (known.has(name)) return known.get(name)
  const found = classifyWords(wordsIn(name))
  if (known.size < maxKnown) known.set(name, found)
  return found
}

function classifyWords(words: readonly string[]): EnvelopeMember | undefined {
  const others = (some: ReadonlySet<string>) => words.filter((word) => !some.has(word))
  const isAround = (some: ReadonlySet<string>, around: ReadonlySet<string>) => {
    const rest = others(some)
    return rest.length < words.length && rest.every((word) => around.has(word))
  }
  if (words.length === 0 || words.length > 5 || words[0] === 'no' || words[0] === 'without') {
    return undefined
  }
  if (isAround(errorWords, aroundErrors)) {
    const isCount = words.length > 1 && words.some((word) => counting.has(word))
    return isCount && words.at(-1) !== 'number' ? 'error count' : 'error'
  }
  if (isAround(successWords, aroundStates)) return 'success'
  if (isAround(failureWords, aroundStates)) return 'failure'
  if (words.at(-1) === 'code' || words.at(-1) === 'rc' || words.at(-1) === 'retcode') return 'code'
  return isAround(stateWords, aroundStates) ? 'state' : undefined
}
