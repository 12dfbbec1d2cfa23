/** Styles of the desk's pages, with the site's colors. */
export const DESK_STYLES = `
:root { color-scheme: light dark; --paper: #fff; --ink: #14171a; --soft: #59636c; --line: #d9dde0; --red: #b3202a; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14181b; --ink: #eceff1; --soft: #9aa5ad; --line: #333a40; --red: #f2817f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 "Libre Franklin Variable", "Helvetica Neue", Arial, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: baseline; padding: .75rem 1.25rem; border-bottom: 1px solid var(--ink); }
header strong { font: 600 1.25rem/1.5 "Newsreader Variable", Georgia, serif; margin-inline-end: auto; }
header form { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
main.narrow { max-width: 26rem; }
h1 { font: 600 1.75rem/1.25 "Newsreader Variable", Georgia, serif; margin: 0 0 1rem; }
h2 { font-size: 1rem; margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
a { color: inherit; text-underline-offset: .2em; }
a:hover, button.plain:hover { color: var(--red); }
:focus-visible { outline: 2px solid var(--red); outline-offset: 2px; }
p { margin: 0 0 1rem; }
small, .soft { color: var(--soft); font-size: .875rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
input { width: 100%; font: inherit; min-height: 2.75rem; padding: .5rem .75rem; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 2px; }
input[name="code"] { font-family: ui-monospace, monospace; letter-spacing: .2em; text-transform: uppercase; }
input::placeholder { color: var(--soft); opacity: 1; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; color: var(--paper); background: var(--ink); border: 1px solid var(--ink); border-radius: 2px; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
button.plain { color: inherit; background: none; border: 0; padding: .5rem 0; font-weight: 400; text-decoration: underline; text-underline-offset: .2em; }
button[hidden] { display: none; }
form { margin: 0 0 1.5rem; }
form button { margin-top: .75rem; }
header form button, li form button { margin-top: 0; }
[data-message] { color: var(--red); font-weight: 600; }
nav ul { display: flex; gap: 0 1.25rem; overflow-x: auto; margin: 0 0 1rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .625rem 0; text-decoration: none; }
nav a[aria-current] { border-bottom: 2px solid var(--red); font-weight: 600; }
ol, ul.rows { margin: 0; padding: 0; list-style: none; }
ol > li, ul.rows > li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; align-items: baseline; padding: .75rem 0; border-top: 1px solid var(--line); }
ol > li strong { font: 600 1.125rem/1.35 "Newsreader Variable", Georgia, serif; overflow-wrap: anywhere; flex: 1 1 20rem; }
`;
