/** A plain page, readable in light and dark. */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character]!)

const style = `
:root { color-scheme: light dark; --line: light-dark(#e3e5e8, #33363b); --soft: light-dark(#f6f7f8, #1d1f23);
  --text: light-dark(#1b1f24, #e6e8ea); --quiet: light-dark(#5c6670, #9aa3ad); --accent: light-dark(#2456c9, #8fb0ff); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem clamp(.8rem, 4vw, 1.5rem) 6rem; color: var(--text);
  background: light-dark(#fff, #141518); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
h1 { font-size: 1.9rem; line-height: 1.2; } h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { margin: 0 0 .4rem; font-size: 1rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; } code { background: var(--soft); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; overflow: auto; max-height: 28rem; }
pre code { background: none; padding: 0; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; } td, th { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
details { border: 1px solid var(--line); border-radius: 10px; margin: .6rem 0; } details > div { padding: 0 1.2rem 1rem; }
summary { cursor: pointer; padding: .7rem 1.2rem; display: flex; gap: .8rem; align-items: baseline; flex-wrap: wrap; }
.method { font: 600 12px/1 ui-monospace, monospace; min-width: 4rem; color: var(--accent); } .quiet { color: var(--quiet); }
dl { margin: .4rem 0 1rem; } dt { margin-top: .5rem; overflow-wrap: anywhere; } dd { margin: .1rem 0 0 1rem; min-width: 0; } dd > dl { border-left: 1px solid var(--line); padding-left: 1rem; }
.replies { display: grid; grid-template-columns: 3.2rem minmax(0, 1fr); } .replies > * { margin: 0; padding: .4rem 0; border-top: 1px solid var(--line); }
details > div { scroll-margin-top: 4rem; }
nav ul { columns: 16rem; padding-left: 1.1rem; }
`
