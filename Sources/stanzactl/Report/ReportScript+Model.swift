/// The script of the page.
enum ReportScript {
    /// The records, who is at their ends, and which of them a filter wants.
    static let model = #"""
        "use strict";
        const $ = id => document.getElementById(id);
        const read = id => JSON.parse($(id).textContent);
        const records = read("records"), connections = read("connections"), leftOut = read("left");

        /* In time: a gap is known only when what follows it is there, and files were often captured side by side. */
        {
          let last = -Infinity;
          for (const r of records) r.at = last = r.us ?? last;
          records.sort((a, b) => a.at - b.at || 0);
        }

        const KINDS = ["message", "presence", "iq", "stream", "note"];
        const family = r => r.kind === "stanza" && KINDS.includes(r.name) ? r.name
          : ["gap", "error", "note"].includes(r.kind) ? "note" : "stream";

        for (const c of connections) {
          const mark = (c.file ? c.file + " " : "") + (c.stream === undefined ? "" : "#" + c.stream);
          c.mark = mark;
          c.clientLane = c.client || "client " + mark;
          c.serverLane = c.server || "server " + mark;
          if (c.clientLane === c.serverLane) c.clientLane += " (client)";
        }
        for (const r of records) {
          const c = connections[r.c];
          r.family = family(r);
          if (r.dir === "c2s") { r.src = c.clientLane; r.dst = c.serverLane; }
          else if (r.dir === "s2c") { r.src = c.serverLane; r.dst = c.clientLane; }
          else if (r.from || r.to) { r.src = r.from || "(sender)"; r.dst = r.to || "(receiver)"; }
          else if (r.stream !== undefined || c.client || c.server) { r.src = r.dst = c.serverLane; }
          else { r.src = r.dst = c.mark ? c.serverLane : "text"; }
        }

        /* An answer has the identifier of what it answers, and goes the other way: on the same connection, or, between
           servers, on any. */
        const asked = new Map();
        records.forEach((r, i) => {
          if (r.name !== "iq" || !r.id) return;
          let ends = r.ns === "jabber:server" ? [r.from, r.to] : [r.c + "c2s", r.c + "s2c"];
          if (r.ns !== "jabber:server" && r.dir === "s2c") ends.reverse();
          const key = other => [r.id, ...(other ? [...ends].reverse() : ends)].join("\u0000");
          if (r.type === "get" || r.type === "set") asked.set(key(false), i);
          else if (asked.has(key(true))) {
            const q = asked.get(key(true));
            asked.delete(key(true));
            r.answers = q;
            records[q].answeredBy = i;
          }
        });

        const haystack = r => r.hay ??= [r.words, r.xml, r.src, r.dst].join("\n").toLowerCase();
        const has = (value, wanted) => (value === undefined ? "" : String(value)).toLowerCase().includes(wanted);
        const FIELDS = {
          from: (r, v) => has(r.from, v) || has(r.src, v),
          to: (r, v) => has(r.to, v) || has(r.dst, v),
          with: (r, v) => FIELDS.from(r, v) || FIELDS.to(r, v),
          type: (r, v) => (r.type || "").toLowerCase() === v,
          id: (r, v) => (r.id || "").toLowerCase() === v,
          kind: (r, v) => r.kind === v || r.name === v,
          ns: (r, v) => has(r.ns, v) || (r.payloads || []).some(p => has(p, v)),
          is: (r, v) => v === "error" || v === "wrong" ? !!r.wrong : r.kind === v,
          stream: (r, v) => String(connections[r.c].stream) === v,
        };

        function termsOf(text) {
          const terms = [];
          for (const [, minus, field, quoted, bare] of text.matchAll(/(-?)(?:(\w+):)?(?:"([^"]*)"?|(\S+))/g)) {
            let wanted = (quoted ?? bare ?? "").toLowerCase(), test;
            if (field && Object.hasOwn(FIELDS, field)) test = r => FIELDS[field](r, wanted);
            else {
              if (field) wanted = field.toLowerCase() + ":" + wanted;
              test = r => haystack(r).includes(wanted);
            }
            if (wanted) terms.push(minus ? r => !test(r) : test);
          }
          return terms;
        }

        const seconds = us => {
          const s = Math.abs(us) / 1e6;
          if (s < 0.001) return Math.round(s * 1e6) + " µs";
          if (s < 1) return (s * 1000).toFixed(s < 0.01 ? 2 : s < 0.1 ? 1 : 0) + " ms";
          if (s < 120) return s.toFixed(s < 10 ? 2 : 1) + " s";
          const m = Math.floor(s / 60);
          return m < 120 ? m + " min " + Math.round(s % 60) + " s" : Math.floor(m / 60) + " h " + m % 60 + " min";
        };
        const clock = r => r.time ? r.time.slice(11, -1).slice(0, 12) : r.line !== undefined ? "line " + r.line : "";

        """#
}
