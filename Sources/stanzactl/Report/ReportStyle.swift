/// How the page looks.
enum ReportStyle {
    static let text = #"""
        :root { --page: #f6f7f9; --sheet: #ffffff; --ink: #1b2330; --soft: #5b6676; --rule: #dfe3ea; --lane: #ccd3de;
          --hover: #eef3fb; --chosen: #dce9fd; --focus: #1f6feb; --message: #1a56c4; --presence: #0d7a4f; --iq: #7a3ec8;
          --stream: #5b6676; --note: #8a6100; --wrong: #c42b2b; --wrongback: #fdeceb; --tag: #1a56c4; --attr: #8a4b00;
          --value: #0d6b45; color-scheme: light; }
        :root[data-theme=dark] { --page: #11151c; --sheet: #181d26; --ink: #e2e7ef; --soft: #98a3b5; --rule: #2a313d;
          --lane: #3a4352; --hover: #1f2632; --chosen: #1f3558; --focus: #6ea8fe; --message: #7fb0ff;
          --presence: #5fcf9d; --iq: #c39bff; --stream: #9aa6b8; --note: #dcb14a; --wrong: #ff8078; --wrongback: #3a1f22;
          --tag: #7fb0ff; --attr: #e3b26b; --value: #78d3a5; color-scheme: dark; }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        html, body { height: 100%; margin: 0; }
        body { display: flex; flex-direction: column; background: var(--page); color: var(--ink);
          font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        header { padding: 10px 14px 0; display: grid; gap: 8px; border-bottom: 1px solid var(--rule);
          background: var(--sheet); }
        .bar { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; }
        h1 { font-size: 15px; margin: 0; font-weight: 650; }
        #summary { margin: 0; color: var(--soft); flex: 1; min-width: 0; }
        button, .chip { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--rule);
          border-radius: 7px; padding: 3px 10px; cursor: pointer; }
        button:hover { background: var(--hover); }
        button[aria-pressed=true] { background: var(--chosen); border-color: var(--focus); }
        button:disabled { opacity: .45; cursor: default; }
        :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
        .search { flex: 1; min-width: 220px; display: flex; }
        .search span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .search input { flex: 1; font: inherit; color: inherit; background: var(--page); padding: 4px 10px;
          border: 1px solid var(--rule); border-radius: 7px; }
        .chips { display: flex; gap: 6px; flex-wrap: wrap; }
        .chips button { display: inline-flex; gap: 6px; align-items: center; }
        .chips button[aria-pressed=false] { opacity: .5; text-decoration: line-through; }
        .chips button[aria-pressed=true] { background: var(--page); border-color: var(--rule); }
        .dot { width: 9px; height: 9px; border-radius: 50%; background: currentColor; }
        .count { color: var(--soft); font-variant-numeric: tabular-nums; }
        #map { width: 100%; height: 26px; cursor: pointer; display: block; }
        main { flex: 1; min-height: 0; display: flex; }
        #scroller { flex: 1; min-width: 0; overflow: auto; position: relative; background: var(--sheet); }
        #scroller:focus-visible { outline-offset: -2px; }
        #lanes { position: sticky; top: 0; z-index: 3; height: 42px; background: var(--sheet);
          border-bottom: 1px solid var(--rule); }
        #lanes > * { position: absolute; bottom: 0; height: 42px; }
        #lanes .label { padding: 20px 6px 0; color: var(--soft); font-size: 11px; }
        #lanes button { border: 0; background: none; border-radius: 0; text-align: center; padding: 4px 3px; line-height: 1.25;
          overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-weight: 600; font-size: 12px; }
        #lanes button small { display: block; overflow: hidden; text-overflow: ellipsis; font-weight: 400;
          color: var(--soft); font-size: 11px; }
        #field { position: relative; }
        #lines i { position: absolute; top: 0; bottom: 0; width: 0; border-left: 1px solid var(--lane); }
        #rows { position: absolute; inset: 0; }
        .row { position: absolute; left: 0; right: 0; height: 30px; cursor: default; white-space: nowrap; }
        .row:hover { background: color-mix(in srgb, var(--hover) 75%, transparent); }
        .row.wrong { background: color-mix(in srgb, var(--wrongback) 80%, transparent); }
        .row[aria-selected=true] { background: color-mix(in srgb, var(--chosen) 85%, transparent);
          box-shadow: inset 3px 0 var(--focus); }
        .row > * { position: absolute; top: 0; height: 30px; line-height: 30px; overflow: hidden; text-overflow: ellipsis; }
        .when, .delta, .number { font-variant-numeric: tabular-nums; font-size: 12px; padding: 0 6px; color: var(--soft); }
        .when { color: var(--ink); }
        .delta, .number { text-align: right; }
        .words { padding: 0 10px; right: 0; font-size: 12.5px; }
        .message { color: var(--message); } .presence { color: var(--presence); } .iq { color: var(--iq); }
        .stream { color: var(--stream); } .note { color: var(--note); }
        .iswrong { color: var(--wrong); } .row.wrong .arrow, .row.wrong .mark,
        .row.wrong .words { color: var(--wrong); }
        .words b { font-weight: 600; } .words span { color: var(--ink); }
        .row.wrong .words span { color: inherit; }
        .row > .arrow { overflow: visible; }
        .arrow i { position: absolute; left: 0; right: 0; top: 22px; border-top: 1.5px solid currentColor; }
        .arrow i::after { content: ""; position: absolute; top: -5px; border: 4.5px solid transparent; }
        .arrow.right i::after { right: 0; border-left: 8px solid currentColor; border-right: 0; }
        .arrow.left i::after { left: 0; border-right: 8px solid currentColor; border-left: 0; }
        .arrow.reply i { border-top-style: dashed; }
        .arrow span { position: absolute; left: 9px; right: 9px; top: 5px; height: 16px; line-height: 16px; text-align: center;
          font-size: 11px; overflow: hidden; text-overflow: ellipsis; }
        .mark { text-align: center; font-size: 11px; }
        .mark span { background: var(--sheet); border: 1px solid currentColor; border-radius: 9px; padding: 1px 8px; }
        .row.pause { color: var(--soft); font-size: 11px; text-align: center; pointer-events: none; }
        .row.pause i { top: 15px; height: 0; border-top: 1px dashed var(--rule); }
        .row.pause span { height: 18px; line-height: 18px; top: 6px; background: var(--sheet); padding: 0 10px; }
        #none { text-align: center; color: var(--soft); padding: 60px 0; margin: 0; }
        #detail { width: min(42%, 760px); overflow: auto; border-left: 1px solid var(--rule); background: var(--sheet);
          padding: 12px 16px 30px; }
        #detail:focus { outline: none; }
        #detail h2 { font-size: 14px; margin: 0 0 10px; overflow-wrap: anywhere; }
        #detail h3 { font-size: 11px; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 18px 0 6px; }
        #detail .tools { position: sticky; top: -12px; z-index: 2; display: flex; gap: 6px; margin: -12px -16px 8px;
          padding: 10px 16px 8px; background: var(--sheet); border-bottom: 1px solid var(--rule); }
        #detail .tools .gap { flex: 1; }
        #detail table { border-collapse: collapse; width: 100%; }
        #detail th { text-align: left; font-weight: 400; color: var(--soft); vertical-align: top; padding: 2px 14px 2px 0;
          white-space: nowrap; width: 1%; }
        #detail td { padding: 2px 0; overflow-wrap: anywhere; }
        #detail td small { color: var(--soft); display: block; }
        #detail .bad { color: var(--wrong); background: var(--wrongback); border-radius: 7px; padding: 6px 10px; margin: 6px 0; }
        pre { margin: 0; padding: 10px 12px; background: var(--page); border: 1px solid var(--rule); border-radius: 8px;
          font: 12px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
          white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
        pre .t { color: var(--tag); } pre .a { color: var(--attr); } pre .v { color: var(--value); } pre .m { color: var(--soft); }
        dialog { color: inherit; background: var(--sheet); border: 1px solid var(--rule); border-radius: 12px; max-width: 560px; }
        dialog::backdrop { background: #0006; }
        dialog h2 { font-size: 14px; margin: 4px 0; } dl { display: grid; grid-template-columns: auto 1fr; gap: 3px 18px; }
        dt { font-weight: 600; } dd { margin: 0; }
        @media (max-width: 900px) { main { flex-direction: column; } #detail { width: auto; height: 55%; border-left: 0;
          border-top: 1px solid var(--rule); } }
        @media (forced-colors: active) { .row[aria-selected=true] { outline: 2px solid; outline-offset: -2px; } }
        """#
}
