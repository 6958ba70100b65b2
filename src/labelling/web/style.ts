import { declarations } from '../../figures/svg/theme.ts';

/** The style of the page: one column on a telephone, two on a desk; colours are those of the reports, light and dark. */
export const PAGE_STYLE = `
:root{${declarations('light')}}
@media (prefers-color-scheme:dark){:root{${declarations('dark')}}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0 auto;max-width:76rem;padding:.75rem 1rem 0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center}
h1{font-size:1.1rem;margin:0}
h2{font-size:1rem;margin:0 0 .5rem}
header p{margin:0;color:var(--soft);flex:1 1 12rem}
noscript{color:var(--bad)}
p{margin:.35rem 0}
.tools{display:flex;gap:.5rem;margin-left:auto}
.soft,#legend,#standing,#why{color:var(--soft);font-size:.9rem}
#bar{flex:1 0 100%;height:.3rem;margin-top:.35rem;background:var(--grid);border-radius:.15rem;overflow:hidden}
#done{height:100%;width:0;background:var(--link)}
button{font:inherit;color:var(--ink);background:var(--raised);border:1px solid var(--edge);border-radius:.4rem;padding:.3rem .75rem;min-height:2.2rem;cursor:pointer}
button:hover:not(:disabled){border-color:var(--link)}
button:disabled{opacity:.55;cursor:default}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
#heading:focus{outline:none}
#trouble{display:none;margin:.75rem 0;padding:.5rem .75rem;border:1px solid var(--bad);border-left-width:.4rem;border-radius:.4rem}
#trouble.on{display:block}
#note{color:var(--good);margin:.5rem 0}
.sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,22rem);gap:1rem 2rem;align-items:start;margin-top:.75rem}
#document{white-space:pre-wrap;font-size:1.1rem;line-height:1.6;max-width:44rem;min-height:8rem;padding:.75rem 1rem;background:var(--raised);border:1px solid var(--edge);border-radius:.4rem}
#document.watching{opacity:.6}
mark{background:none;color:inherit;text-decoration:underline;text-underline-offset:.2em;text-decoration-color:var(--link)}
mark.s1{text-decoration-thickness:1px}
mark.s2{text-decoration-thickness:2px}
mark.s3{text-decoration-thickness:3px}
mark.negative{text-decoration-style:wavy;text-decoration-color:var(--bad)}
#choices{position:sticky;bottom:0;max-height:45vh;overflow-y:auto;display:flex;flex-wrap:wrap;gap:.5rem;padding:.75rem 0;background:var(--paper)}
#choices button{flex:1 1 8rem;max-width:16rem;min-height:3rem;font-weight:600;overflow-wrap:break-word}
#choices button.skip{font-weight:400}
kbd{font:.8em ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;color:var(--soft);border:1px solid var(--edge);border-radius:.25rem;padding:0 .3rem;background:var(--paper);white-space:nowrap}
section{border-top:1px solid var(--edge);padding:.6rem 0}
aside section:first-child{border-top:0;padding-top:0}
ol{list-style:none;margin:0;padding:0}
#past button{display:grid;grid-template-columns:auto 1fr;gap:0 .6rem;width:100%;text-align:left;margin-bottom:.3rem;font-size:.9rem}
#past b{font-weight:600}
.instead{display:flex;flex-wrap:wrap;gap:.3rem}
#past .instead button{width:auto;font-weight:600}
#past .soft{grid-column:1/-1;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
dialog{max-width:30rem;width:calc(100% - 2rem);color:var(--ink);background:var(--paper);border:1px solid var(--edge);border-radius:.6rem}
dialog::backdrop{background:#0008}
dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1rem;margin:.5rem 0}
dd{margin:0}
input,select{font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--edge);border-radius:.4rem;padding:.3rem .5rem;max-width:100%}
#remark{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}
#said{flex:1 1 12rem}
#search{margin:.4rem 0;font-size:.9rem}
::highlight(found){background:var(--link);color:var(--paper)}
#beside{font-size:.9rem;gap:.1rem 1rem;max-width:44rem}
dt{color:var(--soft)}
a{color:var(--link)}
@media (max-width:48rem){
.sides{grid-template-columns:minmax(0,1fr)}
body{padding:.5rem .75rem 0}
#document{font-size:1.05rem;padding:.6rem .75rem}
#choices button{max-width:100%}
aside section:first-child{border-top:1px solid var(--edge);padding-top:.6rem}
}
`.replaceAll('\n', '');

/** What the page without a server shows before. */
export const SETUP_STYLE = `
#setup{max-width:60rem}
#setup h1{font-size:1.3rem}
#drop{padding:1rem;border:2px dashed var(--edge);border-radius:.6rem;background:var(--raised)}
#setup label{display:block;font-weight:600}
#setup .soft{display:block}
#fault:not(:empty),#unkept:not(:empty){color:var(--bad);border:1px solid var(--bad);border-radius:.4rem;padding:.5rem .75rem}
#columns{overflow-x:auto;border:1px solid var(--edge);border-radius:.4rem}
table{border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--grid);min-width:8rem;max-width:20rem}
th select{display:block;font-weight:400;margin-top:.2rem}
aside .tools{flex-wrap:wrap;margin:0}
`.replaceAll('\n', '');
