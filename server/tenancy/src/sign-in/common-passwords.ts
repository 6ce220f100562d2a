/** The words that the most frequent leaked passwords consist of, besides digits and signs. */
const words = new Set(
  `password passw passwort pass contrasena motdepasse senha parola wachtwoord haslo heslo
  qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc qweasd
  qweasdzxc qwer qweqwe asdasd zaqwsx letmein welcome willkommen bienvenue hello hola iloveyou ilove
  loveyou loveme lovely love princess sunshine monkey dragon football baseball basketball soccer
  hockey superman batman spiderman pokemon starwars michael jordan ashley jessica daniel charlie
  jennifer thomas andrew joshua michelle nicole anthony robert matthew samantha amanda mustang
  corvette ferrari mercedes porsche yamaha harley shadow master killer hunter ranger trustno trustme
  access secret login admin administrator root user guest test testing tester demo default temp
  temporary changeme change changeit letmeinn abc abcd abcde abcdef abcdefg abcdefgh abcdefghij
  summer winter spring autumn monday friday january december company office computer internet
  server database oracle google facebook linkedin whatever nothing freedom forever family jesus
  god blessed angel angels flower butterfly chocolate cookie pepper ginger banana orange purple
  cheese coffee london paris berlin newyork america canada mexico brasil germany liverpool arsenal
  chelsea barcelona realmadrid juventus`.split(/\s+/),
)

const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']
const sequences = rows.flatMap((row) => [
  row.repeat(3),
  row.split('').toReversed().join('').repeat(3),
])

const plainLetters: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i' }
const moreLetters: Record<string, string> = { '0': 'o', $: 's', '5': 's', '7': 't' }
const toLetters = { ...plainLetters, ...moreLetters }

/** Returns the shortest text that, repeated, gives the whole. */
function findUnit(text: string): string {
  const next = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, next)
}

/**
 * Reports whether a password is among those that are guessed first: a frequent word with digits or
 * signs around it, also with some in place of letters, keys in a row, or a short repetition.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  const unit = findUnit(text)
  if (new Set(text).size < 4 || unit.length <= 4) return true
  if (sequences.some((sequence) => sequence.includes(unit))) return true
  const ends = /^[^a-z]+|[^a-z]+$/g
  const write = (signs: string) => signs.replaceAll(/[^a-z]/g, (sign) => toLetters[sign] ?? sign)
  const cores = [unit.replaceAll(/[^a-z]/g, ''), write(text).replaceAll(/[^a-z]/g, '')]
  const trimmed = write(text.replaceAll(ends, ''))
  return [...cores, trimmed].some((core) => words.has(core) || words.has(findUnit(core)))
}

export const commonPassword = 'This password is among the first that attackers try. Choose another.'
