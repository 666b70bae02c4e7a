extension ReportScript {
    /// XML, indented and coloured. It is split into tags and text, never parsed into the page.
    static let xml = #"""
        const LONGEST = 60000;
        function make(tag, className, text) {
          const e = document.createElement(tag);
          if (className) e.className = className;
          if (text !== undefined) e.textContent = text;
          return e;
        }

        function treeOf(xml) {
          const root = { kids: [] }, open = [root];
          for (const [token] of xml.matchAll(/<[^>]*>|[^<]+/g)) {
            const top = open[open.length - 1];
            if (!token.startsWith("<")) top.kids.push({ text: token });
            else if (token.startsWith("</")) { if (open.length > 1) open.pop().end = token; }
            else {
              const node = { tag: token, kids: [] };
              top.kids.push(node);
              if (!token.endsWith("/>")) open.push(node);
            }
          }
          return root;
        }

        function showTag(out, tag) {
          const [, head, attributes, tail] = /^(<\/?[^\s>\/]*)([^]*?)(\/?>?)$/.exec(tag);
          out.append(make("span", "t", head));
          for (const [, space, name, value] of attributes.matchAll(/(\s+)([^\s=]+)=('[^']*'|"[^"]*")/g)) {
            out.append(space, make("span", "a", name), "=", make("span", "v", cut(out, value)));
          }
          out.append(make("span", "t", tail));
        }

        function cut(out, text) {
          if (text.length <= LONGEST) return text;
          out.isCut = true;
          return text.slice(0, LONGEST) + " … (" + (text.length - LONGEST).toLocaleString("en") + " characters more)";
        }

        /* White space is put only where there is none but white space. */
        function showNode(out, node, depth, inline) {
          if (node.text !== undefined) { out.append(cut(out, node.text)); return; }
          showTag(out, node.tag);
          if (!node.end) return;
          const mixed = inline || node.kids.some(k => k.text !== undefined && k.text.trim() !== "") || !node.kids.length
            || node.kids.every(k => k.text !== undefined);
          for (const kid of node.kids) {
            if (!mixed && kid.text !== undefined) continue;
            if (!mixed) out.append("\n" + "  ".repeat(Math.min(depth + 1, 32)));
            showNode(out, kid, depth + 1, mixed);
          }
          if (!mixed) out.append("\n" + "  ".repeat(Math.min(depth, 32)));
          showTag(out, node.end);
        }

        function showXML(xml, indented) {
          const out = make("pre");
          out.tabIndex = 0;
          if (!indented) out.append(cut(out, xml));
          else treeOf(xml).kids.forEach((node, i) => { if (i) out.append("\n"); showNode(out, node, 0, false); });
          return out;
        }

        """#
}
