import { declarations } from '../../figures/svg/theme.ts';

/** The style of every page. Colours are variables of the theme; dark ones are for screens, print is always light. */
export const PAGE_STYLE = `
:root{${declarations('light')}}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${declarations('dark')}}}
@media screen{:root[data-theme=dark]{${declarations('dark')}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;overflow-wrap:break-word}
header{display:flex;gap:1rem;align-items:flex-start;justify-content:space-between}
h1{font-size:1.5rem;line-height:1.25;margin:.25rem 0 1rem;min-width:0}
h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--edge)}
h3{font-size:1rem;margin:.5rem 0;text-align:center}
p,li{max-width:60rem}
a{color:var(--link)}
button{font:inherit;color:var(--ink);background:var(--raised);border:1px solid var(--edge);border-radius:.4rem;padding:.15rem .6rem;cursor:pointer}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
code,pre{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.875em}
pre{overflow-x:auto;padding:.75rem;background:var(--raised);border:1px solid var(--edge);border-radius:.4rem}
.how-to,.reading,figcaption{color:var(--soft);font-size:.9rem}
.scroll{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;font-size:.9rem;min-width:min(100%,30rem)}
caption{text-align:left;font-weight:600;padding-bottom:.4rem}
th,td{padding:.2rem .6rem;border-bottom:1px solid var(--edge);text-align:left;vertical-align:top;font-weight:400}
thead th{font-weight:600;border-bottom:2px solid var(--ink)}
.number{text-align:right;font-variant-numeric:tabular-nums}
td.number{white-space:nowrap}
.verdict{white-space:nowrap}
.verdict.holds{color:var(--good)}
.verdict.fails{color:var(--bad)}
.verdict.unknown{color:var(--soft)}
figure{margin:1.5rem 0;break-inside:avoid}
figcaption{margin-top:.35rem}
.legend{display:flex;flex-wrap:wrap;gap:.4rem;justify-content:center;margin:.5rem 0}
.key{display:inline-flex;max-width:100%;overflow-wrap:anywhere;align-items:center;gap:.45rem;padding:.1rem .5rem;font-size:.875rem;text-align:left}
.key svg{flex:none}
button.key{min-height:1.75rem}
button[aria-pressed=false]{text-decoration:line-through;opacity:.75;background:none}
.panels{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center;margin:0 auto}
.panels[data-columns="2"]{max-width:56rem}
.panel{position:relative;flex:1 1 19rem;min-width:0}
.panel svg{display:block;width:100%;height:auto;overflow:visible}
.panel text{fill:var(--ink);font-family:"DejaVu Sans",system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
.grid{stroke:var(--grid)}
.panel path,.key path{fill:none}
.markers{position:absolute}
marker{overflow:visible}
.line{stroke-linejoin:round}
.tick,.axis{stroke:var(--ink)}
.axis{stroke-width:1.2}
.ring{fill:none;stroke:var(--ink);stroke-width:1.5;visibility:hidden}
.ring.on{visibility:visible}
.tip{position:absolute;z-index:1;max-width:min(16rem,90%);padding:.3rem .5rem;background:var(--raised);color:var(--ink);border:1px solid var(--edge);border-radius:.4rem;font-size:.8rem;line-height:1.35;pointer-events:none}
.tip b,.reading b{display:block}
.reading{min-height:2.8rem;margin:.25rem 0}
.reading code{overflow-wrap:anywhere;user-select:all}
.off{display:none}
@media (max-width:40rem){th,td{padding:.3rem .35rem}table{font-size:.85rem}.verdict{white-space:normal}}
@media print{
body{max-width:none;padding:0;font-size:10pt}
#theme,.tip,.reading,.how-to{display:none}
button.key{border:0;background:none}
.scroll{overflow:visible}
table{font-size:8pt}
th,td{padding:.2rem .3rem}
.number,td.number,.verdict{white-space:normal}
.panel{flex-basis:2.2in}
h2{break-after:avoid}
a[href]{color:inherit}
}
`.replaceAll('\n', '');
