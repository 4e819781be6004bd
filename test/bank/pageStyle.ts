import { Html } from './html';

/** The look of the practice bank's page, light and dark. */
export const style = new Html(`
:root {
	color-scheme: light dark;
	--ground: #f3f5f4; --card: #ffffff; --line: #dde3e0; --text: #17211d; --faint: #5c6b64;
	--accent: #0b6e4f; --on-accent: #ffffff; --in: #0b6e4f; --out: #a3341f; --wait: #8a5a00;
}
@media (prefers-color-scheme: dark) {
	:root {
		--ground: #111614; --card: #1a211e; --line: #2e3833; --text: #e6ece9; --faint: #98a8a0;
		--accent: #4fc79a; --on-accent: #08140f; --in: #6fd3ab; --out: #f0937f; --wait: #e5b65a;
	}
}
* { box-sizing: border-box; }
body {
	margin: 0; background: var(--ground); color: var(--text);
	font: 15px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
h1 { font-size: 20px; margin: 0; }
h2 { font-size: 15px; margin: 0 0 8px; }
p { margin: 4px 0; }
.faint { color: var(--faint); }
.page { display: grid; grid-template-columns: 320px 1fr; height: 100vh; }
.side { padding: 20px; overflow: auto; border-right: 1px solid var(--line); background: var(--card); }
.side form { display: grid; gap: 12px; margin-top: 20px; }
.side form + form { border-top: 1px solid var(--line); padding-top: 20px; }
.side form h2 { margin: 0; }
.payment form { display: grid; gap: 12px; margin-top: 16px; max-width: 420px; }
.payment th { width: 90px; }
.payment tr:first-child td { border-top: 0; }
.lists { padding: 20px; display: grid; gap: 20px; }
iframe { width: 100%; height: 100%; border: 0; }
label { display: grid; gap: 4px; font-size: 13px; color: var(--faint); }
input, select, textarea {
	width: 100%; padding: 8px 10px; font: inherit; color: var(--text); background: var(--ground);
	border: 1px solid var(--line); border-radius: 6px;
}
label.check { display: flex; gap: 8px; align-items: center; }
label.check input { width: auto; }
textarea { resize: vertical; }
a { color: var(--accent); }
button {
	padding: 9px 14px; font: inherit; font-weight: 600; cursor: pointer; border-radius: 6px;
	border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
}
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 16px; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: 13px; font-weight: 500; color: var(--faint); white-space: nowrap; }
th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tr:first-child th { border-top: 0; }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td form { display: inline; }
td button { padding: 2px 10px; }
td.plain { white-space: nowrap; font-variant-numeric: tabular-nums; }
.in, .ok { color: var(--in); }
.out, .bad { color: var(--out); }
.wait { color: var(--wait); }
@media (max-width: 760px) {
	.page { display: block; height: auto; }
	.side { border-right: 0; border-bottom: 1px solid var(--line); }
	iframe { height: 100vh; }
}
`);
