/** Domains where anyone can get a mailbox, which cannot be claimed. */
export const publicMailboxDomains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr hotmail.com hotmail.co.uk hotmail.fr
  hotmail.de hotmail.it hotmail.es live.com live.co.uk live.fr live.nl msn.com passport.com
  yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca
  yahoo.com.br yahoo.com.au ymail.com rocketmail.com aol.com aim.com icloud.com me.com mac.com
  proton.me protonmail.com pm.me tutanota.com tuta.io tuta.com gmx.com gmx.de gmx.net gmx.at gmx.ch
  web.de freenet.de t-online.de mail.com email.com zoho.com zohomail.com fastmail.com fastmail.fm
  hey.com hushmail.com mail.ru inbox.ru list.ru bk.ru yandex.ru yandex.com ya.ru rambler.ru
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com naver.com daum.net
  hanmail.net nate.com rediffmail.com orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it
  virgilio.it alice.it tiscali.it btinternet.com sky.com virginmedia.com ntlworld.com blueyonder.co.uk
  talktalk.net comcast.net verizon.net att.net sbcglobal.net bellsouth.net charter.net cox.net
  earthlink.net juno.com optonline.net rogers.com shaw.ca sympatico.ca bigpond.com optusnet.com.au
  uol.com.br bol.com.br terra.com.br globo.com seznam.cz centrum.cz wp.pl o2.pl interia.pl onet.pl
  abv.bg mailinator.com guerrillamail.com 10minutemail.com temp-mail.org yopmail.com sharklasers.com`
    .split(/\s+/)
    .filter(Boolean),
)
