/** Content of the consent page. Everything may come from a request, so it is escaped. */
export interface ConsentPage {
  productName: string
  accent: string
  appName: string
  userName: string
  scopes: { name: string; meaning: string }[]
  accounts: { id: string; name: string }[]
  /** Hidden form fields that identify the request. */
  hidden: Record<string, string>
}

export function consentPage(page: ConsentPage): string {
  const hidden = Object.entries(page.hidden)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join('')
  const scopes = page.scopes
    .map(({ name, meaning }) => `<li>${escapeHtml(meaning)} <code>${escapeHtml(name)}</code></li>`)
    .join('')

  return layout(
    `Allow access · ${page.productName}`,
    page.accent,
    `<header><span class="mark" aria-hidden="true"></span>${escapeHtml(page.productName)}</header>
<h1>Allow access?</h1>
<p><b>${escapeHtml(page.appName)}</b> asks to use your data at ${escapeHtml(page.productName)}.
You are signed in as <b>${escapeHtml(page.userName)}</b>.</p>
<form method="post">${hidden}
<fieldset><legend>Connect this account</legend>${chooseAccount(page.accounts)}</fieldset>
<h2>It will be able to</h2><ul>${scopes}</ul>
<div class="actions">
<button name="sandbox_answer" value="deny" class="quiet">Deny</button>
<button name="sandbox_answer" value="allow">Allow</button>
</div></form>
<footer>This is a local sandbox with invented data. Nothing leaves this machine.</footer>`,
  )
}

interface PackagePage {
  productName: string
  accent: string
  appName: string
}

/** Shown to an administrator who installs an app in an organization. */
export const packagePage = (page: PackagePage & { accounts: { id: string; name: string }[] }) =>
  layout(
    `Install ${page.appName} · ${page.productName}`,
    page.accent,
    `<header><span class="mark" aria-hidden="true"></span>${escapeHtml(page.productName)}</header>
<h1>Install ${escapeHtml(page.appName)}</h1>
<form method="post">
<fieldset><legend>In this organization</legend>${chooseAccount(page.accounts)}</fieldset>
<div class="actions"><button>Install for all users</button></div></form>
<footer>This is a local sandbox with invented data. Nothing leaves this machine.</footer>`,
  )

export const installedPage = (page: PackagePage & { account: string }) =>
  layout(
    `Installation complete · ${page.productName}`,
    page.accent,
    `<header><span class="mark" aria-hidden="true"></span>${escapeHtml(page.productName)}</header>
<h1>Installation complete</h1>
<p><b>${escapeHtml(page.appName)}</b> is installed in <b>${escapeHtml(page.account)}</b>.</p>`,
  )

/** Shown if the user must not be redirected, for example to an unregistered address. */
export function rejectionPage(page: {
  productName: string
  accent: string
  title: string
  detail: string
}): string {
  return layout(
    `${page.title} · ${page.productName}`,
    page.accent,
    `<header><span class="mark" aria-hidden="true"></span>${escapeHtml(page.productName)}</header>
<h1>${escapeHtml(page.title)}</h1><p>${escapeHtml(page.detail)}</p>`,
  )
}

const chooseAccount = (accounts: ConsentPage['accounts']) =>
  accounts
    .map(
      ({ id, name }, position) =>
        `<label class="account"><input type="radio" name="sandbox_account" value="${escapeHtml(id)}"` +
        `${position === 0 ? ' checked' : ''}><span><b>${escapeHtml(name)}</b>` +
        `<small>${escapeHtml(id)}</small></span></label>`,
    )
    .join('')

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`)

const layout = (title: string, accent: string, body: string) => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; --accent: ${accent};
  --page: light-dark(#f2f4f7, #14171c); --card: light-dark(#fff, #1e232b);
  --line: light-dark(#d5dae1, #3a424e); --text: light-dark(#1b2430, #e8ebef);
  --soft: light-dark(#566072, #a5afbd); }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
  background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 440px; min-width: 0; background: var(--card); padding: 24px;
  border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere }
header { display: flex; align-items: center; gap: 10px; font-weight: 600 }
.mark { width: 22px; height: 22px; border-radius: 6px; background: var(--accent); flex: none }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 20px 0 8px }
h2, legend { font-size: .9rem; font-weight: 600; margin: 0; padding: 0 }
h2 { margin-top: 20px }
fieldset { border: 0; margin: 20px 0 0; padding: 0; min-width: 0 }
.account { display: flex; gap: 10px; align-items: center; padding: 10px 12px; margin-top: 8px;
  border: 1px solid var(--line); border-radius: 8px; cursor: pointer }
.account:has(:checked) { border-color: var(--accent) }
.account span { min-width: 0 }
small { display: block; color: var(--soft) }
ul { margin: 6px 0 0; padding-left: 20px }
code { font-size: .8em; color: var(--soft) }
.actions { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 24px }
button { flex: 1 1 120px; font: inherit; font-weight: 600; padding: 10px 16px; border-radius: 8px;
  border: 1px solid var(--accent); background: var(--accent); color: #fff; cursor: pointer }
button.quiet { background: none; color: inherit; border-color: var(--line) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
footer { margin-top: 20px; font-size: .85rem; color: var(--soft) }
</style></head><body><main>${body}</main></body></html>`
