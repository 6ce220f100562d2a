/** Texts of the page around the embedded UI, which has its own. `{app}` and `{time}` are placeholders. */
const english = {
  back: 'Back to {app}',
  until: 'This link is valid until {time}.',
  invalid: 'This link is not valid',
  invalidText: 'It has expired or was revoked. Ask the sender for a new one.',
  failed: 'The page could not be loaded',
  failedText: 'Check your internet connection and try again.',
  again: 'Try again',
}
type PageWords = typeof english

const words: Record<string, PageWords> = {
  en: english,
  ar: {
    back: 'العودة إلى {app}',
    until: 'هذا الرابط صالح حتى {time}.',
    invalid: 'هذا الرابط غير صالح',
    invalidText: 'انتهت صلاحيته أو تم إلغاؤه. اطلب رابطًا جديدًا من المرسل.',
    failed: 'تعذّر تحميل الصفحة',
    failedText: 'تحقق من اتصالك بالإنترنت وحاول مرة أخرى.',
    again: 'إعادة المحاولة',
  },
  de: {
    back: 'Zurück zu {app}',
    until: 'Dieser Link ist gültig bis {time}.',
    invalid: 'Dieser Link ist nicht gültig',
    invalidText: 'Er ist abgelaufen oder wurde widerrufen. Bitten Sie den Absender um einen neuen.',
    failed: 'Die Seite konnte nicht geladen werden',
    failedText: 'Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
    again: 'Erneut versuchen',
  },
  es: {
    back: 'Volver a {app}',
    until: 'Este enlace es válido hasta el {time}.',
    invalid: 'Este enlace no es válido',
    invalidText: 'Ha caducado o ha sido revocado. Pida uno nuevo al remitente.',
    failed: 'No se pudo cargar la página',
    failedText: 'Compruebe su conexión a Internet y vuelva a intentarlo.',
    again: 'Reintentar',
  },
  fr: {
    back: 'Retour à {app}',
    until: 'Ce lien est valable jusqu’au {time}.',
    invalid: 'Ce lien n’est pas valide',
    invalidText: 'Il a expiré ou a été révoqué. Demandez un nouveau lien à l’expéditeur.',
    failed: 'Impossible de charger la page',
    failedText: 'Vérifiez votre connexion Internet et réessayez.',
    again: 'Réessayer',
  },
  it: {
    back: 'Torna a {app}',
    until: 'Questo link è valido fino al {time}.',
    invalid: 'Questo link non è valido',
    invalidText: 'È scaduto o è stato revocato. Chiedi al mittente di inviartene uno nuovo.',
    failed: 'Impossibile caricare la pagina',
    failedText: 'Controlla la connessione a Internet e riprova.',
    again: 'Riprova',
  },
  ja: {
    back: '{app} に戻る',
    until: 'このリンクの有効期限: {time}',
    invalid: 'このリンクは無効です',
    invalidText: '期限が切れたか、取り消されました。送信者に新しいリンクを依頼してください。',
    failed: 'ページを読み込めませんでした',
    failedText: 'インターネット接続を確認して、もう一度お試しください。',
    again: '再試行',
  },
  ko: {
    back: '{app}(으)로 돌아가기',
    until: '이 링크의 유효 기한: {time}',
    invalid: '유효하지 않은 링크입니다',
    invalidText: '만료되었거나 취소되었습니다. 보낸 사람에게 새 링크를 요청하세요.',
    failed: '페이지를 불러올 수 없습니다',
    failedText: '인터넷 연결을 확인하고 다시 시도하세요.',
    again: '다시 시도',
  },
  nl: {
    back: 'Terug naar {app}',
    until: 'Deze link is geldig tot {time}.',
    invalid: 'Deze link is niet geldig',
    invalidText: 'De link is verlopen of ingetrokken. Vraag de afzender om een nieuwe.',
    failed: 'De pagina kan niet worden geladen',
    failedText: 'Controleer je internetverbinding en probeer het opnieuw.',
    again: 'Opnieuw proberen',
  },
  pl: {
    back: 'Wróć do {app}',
    until: 'Ten link jest ważny do {time}.',
    invalid: 'Ten link jest nieprawidłowy',
    invalidText: 'Wygasł lub został unieważniony. Poproś nadawcę o nowy.',
    failed: 'Nie udało się wczytać strony',
    failedText: 'Sprawdź połączenie z internetem i spróbuj ponownie.',
    again: 'Spróbuj ponownie',
  },
  pt: {
    back: 'Voltar para {app}',
    until: 'Este link é válido até {time}.',
    invalid: 'Este link não é válido',
    invalidText: 'Ele expirou ou foi revogado. Peça um novo ao remetente.',
    failed: 'Não foi possível carregar a página',
    failedText: 'Verifique sua conexão com a internet e tente novamente.',
    again: 'Tentar novamente',
  },
  zh: {
    back: '返回 {app}',
    until: '此链接的有效期至 {time}。',
    invalid: '此链接无效',
    invalidText: '链接已过期或已被撤销。请向发送者索取新链接。',
    failed: '无法加载页面',
    failedText: '请检查网络连接，然后重试。',
    again: '重试',
  },
}

/** Returns the closest language that the page has texts in, English if there is none. */
export function choosePageLanguage(locale: string): string {
  const language = locale.toLowerCase().split('-')[0] ?? ''
  return Object.hasOwn(words, language) ? language : 'en'
}

/** Returns the texts in the closest language, English if there is none. */
export const pageWordsIn = (locale: string): PageWords =>
  words[choosePageLanguage(locale)] ?? english
