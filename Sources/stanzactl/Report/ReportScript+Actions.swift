extension ReportScript {
    /// What one record says, and what keys and clicks do.
    static let actions = #"""
        function choose(i, isOpening) {
          state.chosen = i;
          if (isOpening !== undefined) state.open = isOpening;
          showDetail();
          reveal();
          draw(true);
          drawMap();
          remember();
        }

        function reveal() {
          const at = rowOf.get(state.chosen), box = $("scroller");
          if (at === undefined) return;
          const top = at * ROW, room = box.clientHeight - 42;
          if (top < box.scrollTop + ROW) box.scrollTop = top - ROW;
          else if (top + ROW * 2 > box.scrollTop + room) box.scrollTop = top + ROW * 2 - room;
        }

        function step(by) {
          if (!shown.length) return;
          const at = shown.indexOf(state.chosen);
          const next = at < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, at + by));
          choose(shown[next]);
        }

        function stepToWrong(by) {
          for (let at = shown.indexOf(state.chosen) + by; at >= 0 && at < shown.length; at += by) {
            if (records[shown[at]].wrong) return choose(shown[at]);
          }
        }

        function goTo(i) {
          if (!rowOf.has(i)) clearFilters();
          choose(i, true);
        }

        function relative(r) { return r.answers ?? r.answeredBy; }

        function button(text, title, action, isDisabled) {
          const e = make("button", "", text);
          e.type = "button";
          e.title = title;
          e.disabled = !!isDisabled;
          e.addEventListener("click", action);
          return e;
        }

        function showDetail() {
          const pane = $("detail"), r = records[state.chosen], wasHidden = pane.hidden;
          pane.hidden = !state.open || !r;
          if (wasHidden !== pane.hidden) layOut();
          if (pane.hidden) return;
          const tools = make("div", "tools"), other = relative(r);
          tools.append(
            button("↑", "Previous (k)", () => step(-1)), button("↓", "Next (j)", () => step(1)),
            button(r.answers !== undefined ? "To the request" : "To the answer", "(r)", () => goTo(other),
              other === undefined),
            make("span", "gap"),
            button("Copy XML", "Copy the XML as it is", event => copy(r.xml, event.currentTarget), !r.xml),
            button(state.indented ? "Raw" : "Indented", "Show the XML raw or indented", () => {
              state.indented = !state.indented;
              showDetail();
            }, !r.xml),
            button("✕", "Close (Esc)", close));
          pane.replaceChildren(tools, make("h2", r.wrong ? "iswrong" : r.family, r.words));
          for (const text of r.diagnostics || []) pane.append(make("p", "bad", text));
          pane.append(factsOf(r, other));
          if (r.payloads) pane.append(make("h3", "", "Payloads"), payloadsOf(r));
          if (r.xml) pane.append(make("h3", "", "XML"), showXML(r.xml, state.indented));
          pane.scrollTop = 0;
        }

        function table(facts) {
          const e = make("table"), body = make("tbody");
          for (const [name, value, small] of facts) {
            if (value === undefined || value === "") continue;
            const line = make("tr"), head = make("th", "", name), cell = make("td", "", value);
            head.scope = "row";
            if (small) cell.append(make("small", "", small));
            line.append(head, cell);
            body.append(line);
          }
          e.append(body);
          return e;
        }

        function factsOf(r, other) {
          const c = connections[r.c], way = r.dir && r.src + " → " + r.dst;
          const gap = other === undefined || r.us === undefined ? "" : seconds(records[other].us - r.us);
          return table([
            ["Time", r.time], ["On the wire", way], ["Connection", c.mark], ["From", r.from], ["To", r.to], ["Type", r.type],
            ["Id", r.id], ["Element", r.name && "{" + r.ns + "}" + r.name],
            [r.answers !== undefined ? "Answers" : "Answered by", other !== undefined && r.name === "iq"
              ? "no. " + records[other].n + (gap ? ", " + gap + (r.answers !== undefined ? " before" : " later") : "")
              : r.name === "iq" && (r.type === "get" || r.type === "set") ? "nothing here" : undefined],
            ["Layers", (r.layers || []).join(", ")], ["Packets", (r.packets || []).join(", ")], ["Line", r.line],
            ["Offset", r.offset], ["Record", r.n + " (" + r.kind + ")"],
          ]);
        }

        function payloadsOf(r) {
          return table(r.payloads.map((name, i) => [String(i + 1), r.payloadWords[i], name]));
        }

        async function copy(text, from) {
          try { await navigator.clipboard.writeText(text); } catch {
            const area = make("textarea");
            area.value = text;
            document.body.append(area);
            area.select();
            document.execCommand("copy");
            area.remove();
          }
          from.textContent = "Copied";
        }

        function close() {
          state.open = false;
          showDetail();
          reveal();
          draw(true);
          $("scroller").focus();
          remember();
        }

        // Filters

        function setQuery(text) {
          state.query = text;
          $("filter").value = text;
          refilter();
          reveal();
          draw(true);
          remember();
        }
        function addTerm(term) { setQuery(state.query.includes(term) ? state.query : (state.query + " " + term).trim()); }
        function clearFilters() {
          state.off.clear();
          state.errors = false;
          setQuery("");
          showKinds();
        }
        function showKinds() {
          const box = $("kinds");
          box.replaceChildren();
          for (const kind of KINDS) {
            const count = records.reduce((n, r) => n + (r.family === kind ? 1 : 0), 0);
            if (!count) continue;
            const e = button("", "Show or hide", () => {
              if (!state.off.delete(kind)) state.off.add(kind);
              refilter();
              showKinds();
              document.querySelector("#kinds [data-kind=" + kind + "]").focus();
            });
            e.dataset.kind = kind;
            e.setAttribute("aria-pressed", String(!state.off.has(kind)));
            const label = { stream: "stream", note: "notes" }[kind] || kind;
            e.append(make("span", "dot " + kind), label, make("span", "count", count.toLocaleString("en")));
            box.append(e);
          }
        }

        // What the address of the page keeps, so that it can be passed on

        function remember() {
          const parts = new URLSearchParams();
          if (state.query) parts.set("q", state.query);
          if (records[state.chosen] && state.open) parts.set("n", records[state.chosen].n);
          if (state.theme) parts.set("theme", state.theme);
          try { history.replaceState(null, "", "#" + parts); } catch { /* Some browsers refuse it for files. */ }
        }
        function recall() {
          const parts = new URLSearchParams(location.hash.slice(1));
          setTheme(parts.get("theme"));
          state.query = parts.get("q") || "";
          $("filter").value = state.query;
          refilter();
          const wanted = records.findIndex(r => String(r.n) === parts.get("n"));
          if (wanted >= 0) choose(wanted, true);
        }

        const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
        function setTheme(theme) {
          state.theme = theme === "dark" || theme === "light" ? theme : "";
          document.documentElement.dataset.theme = state.theme || (systemIsDark.matches ? "dark" : "light");
          $("theme").textContent = { dark: "Dark", light: "Light" }[state.theme] || "Auto";
          drawMap();
        }
        function nextTheme() {
          setTheme({ "": "dark", dark: "light", light: "" }[state.theme]);
          remember();
        }

        // Keys and clicks

        const KEYS = {
          ArrowDown: () => step(1), ArrowUp: () => step(-1), j: () => step(1), k: () => step(-1),
          PageDown: () => step(page()), PageUp: () => step(-page()), Home: () => step(-Infinity), End: () => step(Infinity),
          Enter: () => { if (state.chosen >= 0) { choose(state.chosen, true); $("detail").focus(); } },
          Escape: close, e: () => stepToWrong(1), E: () => stepToWrong(-1),
          r: () => { const r = records[state.chosen]; if (r && relative(r) !== undefined) goTo(relative(r)); },
          "/": () => { $("filter").focus(); $("filter").select(); }, t: nextTheme, "?": () => $("keys").showModal(),
        };
        const page = () => Math.max(1, Math.floor($("scroller").clientHeight / ROW) - 3);

        document.addEventListener("keydown", event => {
          if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
          const target = event.target;
          if (target === $("filter")) {
            if (event.key === "Escape" || event.key === "Enter" || event.key === "ArrowDown") {
              event.preventDefault();
              $("scroller").focus();
            }
            return;
          }
          if (target.closest("button") && (event.key === "Enter" || event.key === " ")) return;
          if (target.closest("#detail") && /^(Page|Home|End|Arrow)/.test(event.key)) return;
          const action = KEYS[event.key];
          if (!action) return;
          event.preventDefault();
          action();
        });
        $("rows").addEventListener("click", event => {
          const e = event.target.closest(".row");
          if (!e || e.dataset.i === undefined) return;
          const i = Number(e.dataset.i);
          choose(i, true);
          $("scroller").focus();
        });
        $("map").addEventListener("click", event => {
          if (!shown.length) return;
          const wanted = event.offsetX / $("map").clientWidth;
          let best = 0, distance = Infinity;
          shown.forEach((i, at) => {
            const away = Math.abs(share(i, at) - wanted);
            if (away < distance) { best = i; distance = away; }
          });
          choose(best);
        });
        let frame = 0, typing = 0;
        $("scroller").addEventListener("scroll", () => {
          if (!frame) frame = requestAnimationFrame(() => { frame = 0; draw(false); });
        });
        $("filter").addEventListener("input", () => {
          clearTimeout(typing);
          typing = setTimeout(() => setQuery($("filter").value), 120);
        });
        $("errors").addEventListener("click", () => { state.errors = !state.errors; refilter(); });
        $("theme").addEventListener("click", nextTheme);
        $("help").addEventListener("click", () => $("keys").showModal());
        systemIsDark.addEventListener("change", () => setTheme(state.theme));
        addEventListener("resize", () => { layOut(); drawMap(); });
        showKinds();
        recall();
        if (!$("detail").contains(document.activeElement)) $("scroller").focus();

        """#
}
