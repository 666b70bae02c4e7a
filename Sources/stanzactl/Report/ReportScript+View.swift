extension ReportScript {
    /// The diagram: only the rows in sight are in the page, so that any number of them scrolls.
    static let view = #"""
        const ROW = 30, PAUSE = 1e6, TIME = 108, NUMBER = 58, NARROWEST = 66, WIDEST = 230;
        const deltaWidth = () => state.open ? 0 : 74;
        const state = { query: "", off: new Set(), errors: false, chosen: -1, open: false, indented: true };
        let shown = [], rows = [], rowOf = new Map(), lanes = [], laneOf = new Map(), laneWidth = 120, left = 0;
        let counts = new Map(), fixedLanes = 0, othersInSight = 0;

        function refilter() {
          const terms = termsOf(state.query);
          shown = [];
          records.forEach((r, i) => {
            if (!state.off.has(r.family) && (!state.errors || r.wrong) && terms.every(t => t(r))) shown.push(i);
          });
          rows = [];
          rowOf = new Map();
          let before;
          for (const i of shown) {
            const us = records[i].us;
            if (before !== undefined && us - before >= PAUSE) rows.push({ pause: us - before });
            rowOf.set(i, rows.length);
            rows.push({ i, delta: before === undefined || us === undefined ? undefined : us - before });
            if (us !== undefined) before = us;
          }
          layOut();
          $("none").hidden = shown.length > 0;
          summarize();
        }

        /* The busiest parties have lanes that stay. If not all have, the others are given the rest of the lanes while they
           are in sight, and share the last one when even that is too many. */
        function layOut() {
          const width = $("scroller").clientWidth || 1000, share = state.open ? 0.74 : 0.58;
          left = TIME + deltaWidth() + NUMBER;
          const fitting = Math.max(4, Math.floor((width - left) * share / NARROWEST));
          counts = new Map();
          for (const i of shown) for (const name of new Set([records[i].src, records[i].dst])) {
            counts.set(name, (counts.get(name) || 0) + 1);
          }
          const names = [...counts.keys()];
          const busiest = new Set([...names].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, Math.ceil(fitting / 3)));
          lanes = names.length <= fitting ? names : names.filter(n => busiest.has(n));
          fixedLanes = lanes.length;
          if (names.length > fitting) while (lanes.length < fitting) lanes.push(undefined);
          laneWidth = lanes.length ? Math.min(WIDEST, Math.max(NARROWEST, (width - left) * share / lanes.length)) : NARROWEST;
          const lines = $("lines");
          lines.replaceChildren();
          lanes.forEach((_, x) => {
            const line = make("i");
            line.style.left = middle(x) + "px";
            lines.append(line);
          });
          showHeads();
          $("field").style.height = rows.length * ROW + "px";
          draw(true);
        }

        /* Gives lanes to the parties of the rows in sight; those that have one keep it. */
        function assignLanes(first, last) {
          if (fixedLanes === lanes.length) return;
          const others = lanes.length - 1, wanted = new Set();
          for (let at = first; at < last; at++) {
            if (rows[at].pause) continue;
            const r = records[rows[at].i];
            for (const name of [r.src, r.dst]) if (lanes.indexOf(name) < 0 || lanes.indexOf(name) >= fixedLanes) wanted.add(name);
          }
          let isChanged = false;
          for (const name of wanted) {
            if (lanes.includes(name)) continue;
            for (let x = fixedLanes; x < others; x++) {
              if (lanes[x] !== undefined && wanted.has(lanes[x])) continue;
              lanes[x] = name;
              isChanged = true;
              break;
            }
          }
          const left = [...wanted].filter(name => !lanes.includes(name)).length;
          isChanged = isChanged || left !== othersInSight;
          othersInSight = left;
          if (isChanged) showHeads();
        }

        function showHeads() {
          const heads = $("lanes");
          heads.replaceChildren();
          const delta = deltaWidth();
          for (const [text, x, w] of [["time (UTC)", 0, TIME], ["after", TIME, delta], ["no.", TIME + delta, NUMBER]]) {
            if (!w) continue;
            const label = make("div", "label", text);
            place(label, x, w);
            if (x) label.style.textAlign = "right";
            heads.append(label);
          }
          laneOf = new Map();
          lanes.forEach((lane, x) => {
            const isShared = fixedLanes < lanes.length && x === lanes.length - 1;
            if (lane === undefined && !(isShared && othersInSight)) return;
            const head = make("button"), [name, more] = isShared ? [othersInSight + (othersInSight === 1 ? " other" : " others"), ""] : nameParts(lane);
            head.type = "button";
            head.append(name, make("small", "", more || " "));
            head.title = isShared ? "Parties for whom there is no room" : lane + ": " + counts.get(lane) + " records";
            head.disabled = isShared;
            head.addEventListener("click", () => addTerm("with:" + quoted(lane)));
            place(head, left + x * laneWidth, laneWidth);
            heads.append(head);
            if (!isShared) laneOf.set(lane, x);
          });
        }

        const quoted = text => /\s/.test(text) ? '"' + text + '"' : text;
        const middle = x => left + (x + 0.5) * laneWidth;
        function place(e, x, width) { e.style.left = x + "px"; e.style.width = width + "px"; }

        /* "alice" over "/phone example.test"; a domain has nothing under it. */
        function nameParts(name) {
          const slash = name.indexOf("/"), bare = slash < 0 ? name : name.slice(0, slash), at = bare.indexOf("@");
          if (at <= 0) return [name, ""];
          return [name.slice(0, at), (slash < 0 ? "" : name.slice(slash) + " ") + bare.slice(at + 1)];
        }

        let drawn = "";
        function draw(anew) {
          const box = $("scroller"), top = box.scrollTop;
          const first = Math.max(0, Math.floor(top / ROW) - 12);
          const last = Math.min(rows.length, Math.ceil((top + box.clientHeight) / ROW) + 12);
          const key = first + "-" + last;
          if (!anew && key === drawn) return;
          drawn = key;
          assignLanes(first, last);
          const part = document.createDocumentFragment();
          for (let at = first; at < last; at++) part.append(rows[at].pause ? pauseRow(rows[at], at) : row(rows[at], at));
          $("rows").replaceChildren(part);
          const chosen = rowOf.get(state.chosen);
          const isDrawn = chosen !== undefined && chosen >= first && chosen < last;
          if (isDrawn) box.setAttribute("aria-activedescendant", "r" + state.chosen);
          else box.removeAttribute("aria-activedescendant");
        }

        function pauseRow({ pause }, at) {
          const e = make("div", "row pause"), line = make("i"), text = make("span", "", seconds(pause) + " later");
          e.setAttribute("role", "presentation");
          e.style.top = at * ROW + "px";
          place(line, left, Math.max(laneWidth, lanes.length * laneWidth));
          place(text, left + lanes.length * laneWidth / 2 - 70, 140);
          e.append(line, text);
          return e;
        }

        function row({ i, delta }, at) {
          const r = records[i], e = make("div", "row" + (r.wrong ? " wrong" : ""));
          e.id = "r" + i;
          e.dataset.i = i;
          e.style.top = at * ROW + "px";
          e.setAttribute("role", "option");
          e.setAttribute("aria-selected", String(i === state.chosen));
          e.setAttribute("aria-setsize", rows.length);
          e.setAttribute("aria-posinset", at + 1);
          const when = make("div", "when", clock(r)), after = make("div", "delta"), number = make("div", "number", r.n);
          if (delta) after.textContent = (delta < 0 ? "−" : "+") + seconds(delta);
          place(when, 0, TIME);
          place(after, TIME, deltaWidth());
          after.hidden = state.open;
          place(number, TIME + deltaWidth(), NUMBER);
          const words = make("div", "words");
          words.style.left = left + lanes.length * laneWidth + "px";
          const space = r.words.indexOf(" "), head = space < 0 ? r.words : r.words.slice(0, space);
          words.append(make("b", r.family, head), make("span", "", r.words.slice(head.length)));
          e.append(when, after, number, stroke(r), words);
          return e;
        }

        function stroke(r) {
          const from = laneOf.get(r.src) ?? lanes.length - 1, to = laneOf.get(r.dst) ?? lanes.length - 1;
          if (from === to || r.family === "note" && !r.dir) {
            const e = make("div", "mark " + r.family);
            place(e, left + from * laneWidth, laneWidth);
            e.append(make("span", "", short(r)));
            return e;
          }
          const reply = r.type === "result" || r.type === "error";
          const e = make("div", "arrow " + r.family + (to > from ? " right" : " left") + (reply ? " reply" : ""));
          place(e, middle(Math.min(from, to)), Math.abs(to - from) * laneWidth);
          e.append(make("i"), make("span", "", short(r)));
          return e;
        }

        function short(r) {
          if (r.kind === "stream-open") return laneWidth < 110 ? "open" : "stream open";
          if (r.kind === "stream-close") return laneWidth < 110 ? "close" : "stream close";
          if (!r.name) return r.kind;
          if (r.kind !== "stanza" || !r.type) return r.name;
          // The colour tells the name where there is no room for both.
          return laneWidth < 110 ? r.type : r.name + " " + r.type;
        }

        function summarize() {
          const wrong = records.reduce((n, r) => n + (r.wrong ? 1 : 0), 0), times = records.filter(r => r.us !== undefined);
          const number = (n, word) => n.toLocaleString("en") + " " + word + (n === 1 ? "" : "s");
          const parts = [shown.length === records.length ? number(records.length, "record")
            : shown.length.toLocaleString("en") + " of " + number(records.length, "record"),
            number(connections.length, "connection")];
          if (times.length) {
            parts.push(times[0].time.slice(0, 10));
            let least = Infinity, most = -Infinity;
            for (const r of times) { least = Math.min(least, r.us); most = Math.max(most, r.us); }
            parts.push(seconds(most - least) + " long");
          }
          if (leftOut) parts.push(leftOut.toLocaleString("en") + " more are not on this page");
          $("summary").textContent = parts.join(" · ");
          $("errors").textContent = wrong ? number(wrong, "error") : "No errors";
          $("errors").disabled = !wrong;
          $("errors").setAttribute("aria-pressed", String(state.errors));
          drawMap();
        }

        /* How much there is at each time, and where errors are. */
        function drawMap() {
          const map = $("map"), scale = devicePixelRatio || 1, width = map.clientWidth, height = 26;
          map.width = width * scale;
          map.height = height * scale;
          const pen = map.getContext("2d"), style = getComputedStyle(document.documentElement);
          const bins = Math.max(1, Math.floor(width / 4)), all = new Array(bins).fill(0), bad = new Array(bins).fill(0);
          shown.forEach((i, at) => {
            const bin = Math.min(bins - 1, Math.floor(share(i, at) * bins));
            all[bin]++;
            if (records[i].wrong) bad[bin]++;
          });
          const most = Math.max(1, ...all);
          pen.scale(scale, scale);
          for (let bin = 0; bin < bins; bin++) {
            if (!all[bin]) continue;
            const h = 3 + 19 * Math.log1p(all[bin]) / Math.log1p(most);
            pen.fillStyle = style.getPropertyValue("--lane");
            pen.fillRect(bin * width / bins, height - h, width / bins - 1, h);
            if (!bad[bin]) continue;
            pen.fillStyle = style.getPropertyValue("--wrong");
            pen.fillRect(bin * width / bins, height - 4, width / bins - 1, 4);
          }
          if (rowOf.has(state.chosen)) {
            pen.fillStyle = style.getPropertyValue("--focus");
            pen.fillRect(share(state.chosen, shown.indexOf(state.chosen)) * (width - 2), 0, 2, height);
          }
        }

        /* Where a record stands in the whole: in time, or where there are no times, in order. */
        function share(i, at) {
          const first = records[shown[0]].us, last = records[shown[shown.length - 1]].us, us = records[i].us;
          if (first === undefined || last === undefined || us === undefined || last <= first) {
            return at / Math.max(1, shown.length - 1);
          }
          return Math.min(1, Math.max(0, (us - first) / (last - first)));
        }

        """#
}
