import { findNearest } from '../words/languages.ts'

const english = {
  accounts: 'Accounts',
  add: 'Add account',
  name: 'Name of the account',
  hint: 'For example, the region or the team.',
  next: 'Continue',
  rename: 'Rename',
  save: 'Save name',
  taken: 'Another account has this name.',
}

/** Texts of the list of accounts, in one file because there are few. */
export type AccountWords = typeof english

const words: Record<string, AccountWords> = {
  en: english,
  ar: {
    accounts: 'الحسابات',
    add: 'إضافة حساب',
    name: 'اسم الحساب',
    hint: 'مثل المنطقة أو الفريق.',
    next: 'متابعة',
    rename: 'إعادة التسمية',
    save: 'حفظ الاسم',
    taken: 'يوجد حساب آخر بهذا الاسم.',
  },
  de: {
    accounts: 'Konten',
    add: 'Konto hinzufügen',
    name: 'Name des Kontos',
    hint: 'Zum Beispiel die Region oder das Team.',
    next: 'Weiter',
    rename: 'Umbenennen',
    save: 'Namen speichern',
    taken: 'Ein anderes Konto hat diesen Namen.',
  },
  es: {
    accounts: 'Cuentas',
    add: 'Añadir cuenta',
    name: 'Nombre de la cuenta',
    hint: 'Por ejemplo, la región o el equipo.',
    next: 'Continuar',
    rename: 'Cambiar nombre',
    save: 'Guardar nombre',
    taken: 'Otra cuenta tiene este nombre.',
  },
  fr: {
    accounts: 'Comptes',
    add: 'Ajouter un compte',
    name: 'Nom du compte',
    hint: 'Par exemple, la région ou l’équipe.',
    next: 'Continuer',
    rename: 'Renommer',
    save: 'Enregistrer le nom',
    taken: 'Un autre compte porte ce nom.',
  },
  it: {
    accounts: 'Account collegati',
    add: 'Aggiungi account',
    name: 'Nome dell’account',
    hint: 'Ad esempio, la regione o il team.',
    next: 'Continua',
    rename: 'Rinomina',
    save: 'Salva nome',
    taken: 'Un altro account ha questo nome.',
  },
  ja: {
    accounts: 'アカウント',
    add: 'アカウントを追加',
    name: 'アカウントの名前',
    hint: '例: 地域やチーム。',
    next: '続ける',
    rename: '名前を変更',
    save: '名前を保存',
    taken: '同じ名前のアカウントがあります。',
  },
  ko: {
    accounts: '계정',
    add: '계정 추가',
    name: '계정 이름',
    hint: '예: 지역 또는 팀.',
    next: '계속',
    rename: '이름 변경',
    save: '이름 저장',
    taken: '같은 이름의 계정이 있습니다.',
  },
  nl: {
    accounts: 'Accounts in gebruik',
    add: 'Account toevoegen',
    name: 'Naam van het account',
    hint: 'Bijvoorbeeld de regio of het team.',
    next: 'Doorgaan',
    rename: 'Naam wijzigen',
    save: 'Naam opslaan',
    taken: 'Een ander account heeft deze naam.',
  },
  pl: {
    accounts: 'Konta',
    add: 'Dodaj konto',
    name: 'Nazwa konta',
    hint: 'Na przykład region lub zespół.',
    next: 'Dalej',
    rename: 'Zmień nazwę',
    save: 'Zapisz nazwę',
    taken: 'Inne konto ma tę nazwę.',
  },
  'pt-BR': {
    accounts: 'Contas',
    add: 'Adicionar conta',
    name: 'Nome da conta',
    hint: 'Por exemplo, a região ou a equipe.',
    next: 'Continuar',
    rename: 'Renomear',
    save: 'Salvar nome',
    taken: 'Outra conta tem este nome.',
  },
  zh: {
    accounts: '账户',
    add: '添加账户',
    name: '账户名称',
    hint: '例如地区或团队。',
    next: '继续',
    rename: '重命名',
    save: '保存名称',
    taken: '已有同名账户。',
  },
}

/** Returns the texts in the closest language, English if there is none. */
export const accountWordsIn = (language: string): AccountWords =>
  findNearest(words, language) ?? english

export const accountLanguages = Object.keys(words)
